/** A report that somebody may be in danger, as administrators see it. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminFaults, type Case, type Danger } from '#contract/admin.ts'
import { aCase, aDangerCase, anAdministrator } from './admin-makers.ts'
import { anAuthor, aPage, asAuthor, minutesAgo } from './makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { refused } from './standin.ts'

const found = page.getByRole('article', { name: 'Post by seller' })
const button = (name: string | RegExp) => found.getByRole('button', { name })
const dialog = page.getByRole('dialog', { name: 'A word to seller' })

/** The operations of the test change the case. */
function desk(one: Case = aDangerCase()) {
  const root = anAdministrator()
  let now = one
  const change = (danger: Partial<Danger>) => {
    now = { ...now, danger: { ...now.danger!, ...danger } }
    return now
  }
  const opened = () => ({ opened_at: now.danger!.opened_at ?? minutesAgo(0), opened_by: asAuthor(root) })
  return {
    viewer: root,
    answers: {
      admin: {
        listReports: () => aPage(now),
        openReport: () => change(opened()),
        takeReport: () => change({ ...opened(), taken_at: minutesAgo(0), taken_by: asAuthor(root) }),
        writeToAuthor: () => change({ ...opened(), word_at: minutesAgo(0), word_by: asAuthor(root) }),
      },
    },
  }
}

test('has its own sign, and shows its words when an administrator opens it, which the others learn', async () => {
  const one = aDangerCase()
  const screen = await open('/admin', { ...desk(one), size: PHONE })
  await expect.element(found).toMatchTextContent('Somebody may be in danger')
  const words = found.getByRole('blockquote')
  await expect.element(words).not.toBeInTheDocument()
  expect(screen.asked('admin.openReport')).toEqual([])
  await found.getByText('Open', { exact: true }).click()
  await expect.element(words).toBeVisible()
  await expect.element(found).toMatchTextContent('You have opened this')
  expect(screen.asked('admin.openReport')).toEqual([{ id: one.id }])
})

test('keeps its words and a button if opening it does not reach the server, until it does', async () => {
  const reached = desk()
  const screen = await open('/admin', reached)
  screen.answer({
    admin: {
      openReport() {
        throw refused(adminFaults.noCase)
      },
    },
  })
  await found.getByText('Open', { exact: true }).click()
  await expect.element(found.getByRole('alert')).toMatchTextContent('They are still being called by mail.')
  await expect.element(found.getByRole('blockquote')).toBeVisible()
  screen.answer(reached.answers)
  await button('Try Again').click()
  await expect.element(found).toMatchTextContent('You have opened this')
  await expect.element(found.getByRole('alert')).not.toBeInTheDocument()
})

test('is offered to be taken, with the help lines, beside what decides it', async () => {
  const one = aDangerCase({ opened_at: minutesAgo(1), opened_by: anAuthor('eve') })
  const screen = await open('/admin', desk(one))
  await expect.element(found).toMatchTextContent('eve has opened this')
  await expect.element(found.getByRole('link', { name: 'Help lines' })).toHaveAttribute('href', '/help-lines')
  for (const name of [/^Remove/, 'Suspend seller', 'Nothing wrong']) await expect.element(button(name)).toBeVisible()
  await button('I take it').click()
  await expect.element(found).toMatchTextContent('You have taken this')
  await expect.element(button('I take it')).not.toBeInTheDocument()
  expect(screen.asked('admin.takeReport')).toEqual([{ id: one.id }])
  // it is open already
  expect(screen.asked('admin.openReport')).toEqual([])
})

test('that another administrator has taken at the same moment says who', async () => {
  const eve = anAuthor('eve')
  const screen = await open('/admin', desk(aDangerCase({ opened_at: minutesAgo(1), opened_by: eve })))
  const taken = aDangerCase({ opened_at: minutesAgo(1), opened_by: eve, taken_at: minutesAgo(0), taken_by: eve })
  await expect.element(button('I take it')).toBeVisible()
  screen.answer({
    admin: {
      listReports: aPage(taken),
      takeReport() {
        throw refused({ ...adminFaults.taken, message: 'eve has taken this already' })
      },
    },
  })
  await button('I take it').click()
  await expect.element(news('eve has taken this already')).toBeVisible()
  await expect.element(found).toMatchTextContent('eve has taken this')
  await expect.element(button('I take it')).not.toBeInTheDocument()
})

test('lets an administrator write a word to its author; a failure keeps what he has typed', async () => {
  const one = aDangerCase({ opened_at: minutesAgo(1), opened_by: anAuthor('eve') })
  const screen = await open('/admin', desk(one))
  await button('Write to seller').click()
  const box = dialog.getByLabelText('Your words')
  await expect.element(box).toHaveValue(expect.stringMatching(/^Hello seller,/))
  await box.fill(' ')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(dialog.getByText('Please write him a few words')).toBeVisible()
  await box.fill('How are you?')
  screen.failNext('admin.writeToAuthor', 'unreached')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(dialog.getByText('Failed to send your words. Please try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(news('Your words are on their way')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(found).toMatchTextContent('You have written to the author')
  const [sent, again] = screen.asked('admin.writeToAuthor') as { id: string; word_id: string; words: string }[]
  expect(sent).toMatchObject({ id: one.id, words: 'How are you?' })
  expect(again ?? sent).toEqual(sent)
})

test('stands apart from other reports, which have neither sign nor fold', async () => {
  await open('/admin', { viewer: anAdministrator(), answers: { admin: { listReports: aPage(aCase()) } } })
  await expect.element(found.getByRole('blockquote')).toBeVisible()
  await expect.element(found).not.toMatchTextContent('Somebody may be in danger')
  await expect.element(button('I take it')).not.toBeInTheDocument()
})
