/** Stored questions and the switches of the assistant, for a member, an admin of a network and an administrator. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answer, assistantFaults } from '#contract/assistant.ts'
import { anAdministrator } from './admin-makers.ts'
import { alone, anAnswer, aQuotation, aSource, aStanding, struck } from './assistant-makers.ts'
import { answersOfSettings } from './bars-makers.ts'
import { aGroup, answersOfGroup } from './groups-makers.ts'
import { aPage, aViewer } from './makers.ts'
import { answersToPreloads } from './pods-makers.ts'
import { news, open } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'

const heading = page.getByRole('heading', { level: 1 })
const articles = page.getByRole('article')
const source = aSource(1, { title: 'Earlier bedtime' })
const first = anAnswer({
  question: 'What helps at four?',
  sentences: [alone(aQuotation(source, 'An earlier bedtime did it.')), struck('deleted')],
  sources: [source],
})
const second = anAnswer({ question: 'Who knows the moon?', state: 'refused' })

/** The member's questions, twenty per page, without the deleted ones. */
function openQuestions(answers: Answer[] = [first, second]) {
  let kept = answers
  return open('/questions', {
    viewer: aViewer(),
    answers: {
      assistant: {
        listQuestions: ({ after }) => {
          const from = Number(after ?? 0)
          return { items: kept.slice(from, from + 20), next: from + 20 < kept.length ? String(from + 20) : null }
        },
        deleteQuestion: ({ id }) => {
          kept = kept.filter((one) => one.id !== id)
          return { id }
        },
        deleteQuestions: () => {
          const deleted = kept.length
          kept = []
          return { deleted }
        },
      },
    },
  })
}

test('a member reads his questions; of a retracted quotation he sees only the reason', async () => {
  await openQuestions()
  await expect.element(heading).toHaveTextContent('My questions')
  const open = articles.first()
  await open.getByText(/^Show the answer/).click()
  await expect.element(open.getByRole('link', { name: 'An earlier bedtime did it.' })).toBeVisible()
  await expect.element(open.getByText('The dad who said this has taken it back')).toBeVisible()
  await expect.element(open.getByText('Based on 1 community post(s)')).toBeVisible()
  await expect
    .element(articles.nth(1))
    .toMatchTextContent(/I was not sure that a dad had answered this.*Based on 0 community post\(s\)/)
})

test('a member deletes a question after a confirmation, and goes on reading beside it', async () => {
  const screen = await openQuestions()
  await page.getByRole('button', { name: `Delete: ${first.question}` }).click()
  const asks = page.getByRole('alertdialog', { name: 'Delete this question?' })
  await expect.element(asks).toMatchTextContent("It still counts as one of this month's questions.")
  screen.failNext('assistant.deleteQuestion', 'bug')
  await asks.getByRole('button', { name: 'Delete' }).click()
  await expect.element(asks.getByRole('alert')).toMatchTextContent('That did not work. Please try again.')
  await asks.getByRole('button', { name: 'Delete' }).click()
  await expect.element(news('Question deleted')).toBeVisible()
  await expect.poll(() => articles.elements().length).toBe(1)
  await expect.element(page.getByRole('heading', { name: second.question })).toHaveFocus()
})

test('a question that was deleted in another tab disappears without an error', async () => {
  const screen = await openQuestions()
  screen.failNext('assistant.deleteQuestion', { fault: assistantFaults.notFound })
  await page.getByRole('button', { name: `Delete: ${first.question}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => articles.elements().length).toBe(1)
})

test('a member deletes all questions, including those that are not loaded', async () => {
  await openQuestions(Array.from({ length: 25 }, (_, n) => anAnswer({ question: `Question ${n}` })))
  await expect.poll(() => articles.elements().length).toBe(20)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect.poll(() => articles.elements().length).toBe(25)
  await expect.element(page.getByRole('heading', { name: 'Question 20' })).toHaveFocus()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click()
  await expect.element(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible()
  await expect.element(heading).toHaveFocus()
})

test('a visitor is asked to sign in, and returns to his questions', async () => {
  await open('/questions')
  await expect.element(heading).toHaveTextContent('Sign in to see your questions')
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', expect.stringContaining('%2Fquestions'))
})

test('a list that did not load reports it, and loads when the member retries', async () => {
  const screen = await open('/about', { viewer: aViewer() })
  const restore = screen.cutOff('assistant.listQuestions')
  await screen.go('/questions')
  await expect.element(page.getByRole('heading', { name: 'Your questions did not load' })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  restore()
  screen.answer({ assistant: { listQuestions: aPage(first) } })
  const release = screen.holdNext('assistant.listQuestions')
  await again.click()
  await expect.element(page.getByRole('button', { name: 'Trying...' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No questions yet' })).not.toBeInTheDocument()
  release()
  await expect.element(page.getByRole('heading', { name: first.question })).toBeVisible()
})

test('a quotation that was retracted meanwhile is not shown when the member returns; offline he reads the cached answer', async () => {
  const screen = await openQuestions([first])
  const words = page.getByRole('link', { name: 'An earlier bedtime did it.' })
  await page.getByText(/^Show the answer/).click()
  await expect.element(words).toBeVisible()
  await screen.go('/about')
  await expect.element(heading).not.toHaveTextContent('My questions')
  screen.answer({ assistant: { listQuestions: aPage({ ...first, sentences: [struck('edited')] }) } })
  const release = screen.holdNext('assistant.listQuestions')
  const going = screen.go('/questions')
  await expect.poll(() => screen.asked('assistant.listQuestions').length).toBe(2)
  await expect.element(words).not.toBeInTheDocument()
  await expect.element(heading).not.toHaveTextContent('My questions')
  release()
  await going
  await page.getByText(/^Show the answer/).click()
  await expect.element(page.getByText('The dad who said this has changed it')).toBeVisible()
  await screen.go('/about')
  screen.cutOff('assistant.listQuestions')
  await screen.go('/questions')
  await expect.element(page.getByRole('heading', { name: first.question })).toBeVisible()
})

test('stored questions pass the checks of accessibility and layout in both themes', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  await openQuestions()
  await articles
    .first()
    .getByText(/^Show the answer/)
    .click()
  await expectSound()
})

test('a member decides whether he is quoted; if the choice is not saved, the switch goes back and the failure is reported', async () => {
  const screen = await open('/settings', { viewer: aViewer(), answers: answersOfSettings() })
  const toggle = page.getByRole('switch', { name: 'Pop may quote what I write' })
  await expect.element(toggle).toBeChecked()
  screen.answer({ assistant: { setQuotable: (input) => input } })
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  await expect.poll(() => screen.asked('assistant.setQuotable')).toEqual([{ is_quotable: false }])
  screen.failNext('assistant.setQuotable', 'bug')
  await toggle.click()
  await expect.element(news('We could not save it.')).toBeVisible()
  await expect.element(toggle).not.toBeChecked()
  screen.answer({ assistant: { listQuestions: aPage() } })
  await page.getByRole('main').getByRole('link', { name: 'My questions' }).click()
  await expect.element(heading).toHaveTextContent('My questions')
})

test('an admin excludes his network from quotations, in the same form as its other settings', async () => {
  const viewer = aViewer()
  let group = aGroup({ is_member: true, is_admin: true, is_quotable: true })
  const all = answersOfGroup(group)
  const screen = await open(`/group/${group.slug}`, {
    viewer,
    answers: {
      ...answersToPreloads(),
      ...all,
      feed: { ...answersToPreloads().feed, ...all.feed },
      groups: {
        ...all.groups,
        getGroup: () => group,
        editGroup: ({ id: _id, ...change }) => {
          group = { ...group, ...change }
          return group
        },
      },
      assistant: {
        setGroupQuotable: ({ group_id, is_quotable }) => {
          group = { ...group, is_quotable }
          return { group_id, is_quotable }
        },
      },
    },
  })
  const edit = page.getByRole('button', { name: 'Edit Group' })
  const dialog = page.getByRole('dialog', { name: 'Edit Group' })
  const toggle = dialog.getByLabelText('Pop may quote what is written here')
  await edit.click()
  await expect.element(toggle).toBeChecked()
  await toggle.click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(screen.asked('assistant.setGroupQuotable')).toEqual([{ group_id: group.id, is_quotable: false }])
  expect(screen.asked('groups.editGroup')).toEqual([])
  await edit.click()
  await expect.element(toggle).not.toBeChecked()
  await dialog.getByLabelText(/^Location/).fill('Leeds')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(screen.asked('assistant.setGroupQuotable')).toHaveLength(1)
  expect(screen.asked('groups.editGroup')).toEqual([{ id: group.id, location: 'Leeds' }])
})

test('an administrator reads what the assistant costs and switches it off', async () => {
  let is_on = true
  const screen = await open('/admin?part=assistant', {
    viewer: anAdministrator(),
    answers: {
      assistant: {
        getAssistantSwitch: () => ({
          ...{ is_on, tokens: 12_345, tokens_limit: 1_000_000, questions: 42 },
          by_meaning: false,
        }),
        setAssistantSwitch: (input) => {
          is_on = input.is_on
          return { is_on }
        },
      },
    },
  })
  const toggle = page.getByRole('switch', { name: 'Pop answers questions' })
  await expect.element(toggle).toBeChecked()
  await expect.element(page.getByText(/42 questions, 12,345 of 1,000,000 tokens/)).toBeVisible()
  await expect.element(page.getByText(/^Search by meaning is off/)).toBeVisible()
  screen.failNext('assistant.setAssistantSwitch', 'bug')
  await toggle.click()
  await expect.element(news('That did not work. Try again.')).toBeVisible()
  await expect.element(toggle).toBeChecked()
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  await expect.poll(() => is_on).toBe(false)
})

test('the dialog says when the administrators have switched the assistant off', async () => {
  await open('/categories', {
    viewer: aViewer(),
    answers: { feed: { listFeed: aPage() }, assistant: { getAssistant: aStanding({ is_on: false }) } },
  })
  await page.getByRole('button', { name: 'Ask Anything' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ask Pop' })
  await expect.element(dialog.getByText('The assistant is switched off here')).toBeVisible()
  await expect.element(dialog.getByLabelText('Your question')).toBeDisabled()
})
