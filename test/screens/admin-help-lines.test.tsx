/** Administrators keep the list of help lines: they add, change and delete them. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { careFaults, HelpLine } from '#contract/care.ts'
import { anAdministrator } from './admin-makers.ts'
import { aLine } from './care-makers.ts'
import { aPage } from './makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { refused } from './standin.ts'

const add = page.getByRole('button', { name: 'Add a help line' })
const dialog = (name: string) => page.getByRole('dialog', { name })
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

async function openLines(...first: HelpLine[]) {
  let lines = first
  return open('/admin?part=help', {
    ...{ viewer: anAdministrator(), size: PHONE },
    answers: {
      admin: { listReports: aPage(), listActs: aPage() },
      care: {
        listHelpLines: () => ({ items: lines }),
        saveHelpLine(sent) {
          const line = HelpLine.parse(sent)
          lines = [...lines.filter(({ id }) => id !== line.id), line]
          return line
        },
        deleteHelpLine({ id }) {
          if (!lines.some((line) => line.id === id)) throw refused(careFaults.notFound)
          lines = lines.filter((line) => line.id !== id)
          return { id }
        },
      },
    },
  })
}

test('each line is shown with its country, its source and the day on which it was checked', async () => {
  await openLines(aLine(), aLine({ country: null, name: 'Everywhere line', phone: null }))
  for (const words of ['GB', '116 123', 'Noted on 2026-11-25', 'https://line.example/contact'])
    await expect.element(row('Samaritans')).toMatchTextContent(words)
  await expect.element(row('Everywhere line')).toMatchTextContent('Every country')
})

test('a line is added; a wrong value is reported beside its field, and the next press sends the same line', async () => {
  const screen = await openLines()
  await expect.element(page.getByRole('heading', { name: 'There are no help lines' })).toBeVisible()
  await add.click()
  const form = dialog('Add a help line')
  await form.getByLabelText('Name').fill('Pieta')
  await form.getByLabelText('Country').fill('IE')
  await form.getByLabelText('What it is for, and when').fill('Free, day and night.')
  await form.getByLabelText('Number', { exact: true }).fill('1800 247 247')
  await form.getByLabelText('Kind').selectOptions('crisis')
  await form.getByLabelText('Text messages to').fill('51444')
  await form.getByLabelText('Word to text').fill('HELP')
  await form.getByLabelText('Languages').fill('en, ga')
  await form.getByLabelText('Open', { exact: true }).fill('sometimes')
  await form.getByLabelText('Where it was looked up').fill('http://pieta.example')
  await form.getByLabelText('Looked up on').fill('2026-11-20')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByLabelText('Open', { exact: true })).toBeInvalid()
  expect(screen.asked('care.saveHelpLine')).toEqual([])
  await form.getByLabelText('Open', { exact: true }).fill('Europe/Dublin 1-5 09:00-17:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByLabelText('Where it was looked up')).toBeInvalid()
  await form.getByLabelText('Where it was looked up').fill('https://pieta.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(news('The help line is saved')).toBeVisible()
  await expect.element(row('Pieta')).toMatchTextContent('1800 247 247')
  const sent = screen.asked('care.saveHelpLine') as HelpLine[]
  expect(sent.at(-1)).toMatchObject({
    ...{ country: 'IE', name: 'Pieta', url: null, checked_on: '2026-11-20', kind: 'crisis' },
    ...{ text_to: '51444', text_word: 'HELP', chat_url: null, languages: ['en', 'ga'] },
    hours: { zone: 'Europe/Dublin', spans: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }] },
  })
  for (const words of ['Suicide and crisis', 'Text HELP to 51444', 'Open Europe/Dublin 1-5 09:00-17:00'])
    await expect.element(row('Pieta')).toMatchTextContent(words)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
})

test('a line is changed, and a name that is taken is reported', async () => {
  const line = aLine()
  const screen = await openLines(line)
  await row('Samaritans').getByRole('button', { name: /^Edit/ }).click()
  const form = dialog('Edit the help line')
  await expect.element(form.getByLabelText('Name')).toHaveValue('Samaritans')
  await form.getByLabelText('Country').fill('')
  screen.failNext('care.saveHelpLine', { fault: careFaults.twice })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText(careFaults.twice.message)).toBeVisible()
  await form.getByLabelText('Name').fill('Samaritans, everywhere')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(row('Samaritans, everywhere')).toMatchTextContent('Every country')
  expect(screen.asked('care.saveHelpLine').at(-1)).toEqual({ ...line, country: null, name: 'Samaritans, everywhere' })
})

test('a line is deleted after a confirmation', async () => {
  const screen = await openLines(aLine(), aLine({ name: 'Childline' }))
  await row('Samaritans')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const ask = page.getByRole('alertdialog', { name: 'Delete Samaritans?' })
  screen.failNext('care.deleteHelpLine', 'unreached')
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect.element(ask.getByText('Failed to delete the help line. Please try again.')).toBeVisible()
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect.element(news('The help line is deleted')).toBeVisible()
  await expect.element(row('Samaritans')).not.toBeInTheDocument()
  await expect.element(row('Childline')).toBeVisible()
})
