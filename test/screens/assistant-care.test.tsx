/**
 * If a question mentions self-harm, violence or a child in danger, help lines are shown first, whatever happens to the
 * question.
 */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assistantFaults } from '#contract/assistant.ts'
import { QUESTION_MAX } from '#contract/assistant-words.ts'
import { another, answer, dialog, field, openDialog, reply, send } from './ask-dialog.ts'
import { anAnswer, aStanding, aStream, eventsOf } from './assistant-makers.ts'
import { THE_LINES } from './care-makers.ts'
import { aPage, aViewer } from './makers.ts'
import { open } from './screen.tsx'

const DISTRESS = 'I want to kill myself.'
const CALM = 'He wakes at four.'
const lines = { care: { listHelpLines: { items: THE_LINES } } }
const help = dialog.getByRole('region', { name: 'You do not have to carry this alone' })
const helpFirst = dialog.getByText(/^You do not have to carry this alone\. /)

/** It stands before the field and the answer, and outside the live region that announces the sentences. */
async function expectFirst() {
  await expect.element(help).toBeVisible()
  expect(answer.element().contains(help.element())).toBe(false)
  const after = field.query() ?? answer.element()
  expect(help.element().compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
}

test('help lines are shown before any answer, announced once, and stay above the answer', async () => {
  const stream = aStream()
  await openDialog({ answers: lines, assistant: { streamAnswer: () => stream } })
  await expect.element(helpFirst).not.toBeInTheDocument()
  await field.fill(DISTRESS)
  await send.click()
  await expect.element(answer).toMatchTextContent('Pop is thinking...')
  await expectFirst()
  await expect.element(helpFirst).toHaveAttribute('role', 'status')
  stream.say(...eventsOf(reply))
  await expect.element(another).toBeVisible()
  await expectFirst()
  await another.click()
  await expect.element(help).not.toBeInTheDocument()
})

for (const { title, trouble } of [
  { title: 'fails', trouble: { fault: assistantFaults.failed } },
  { title: 'reaches nobody', trouble: 'unreached' },
  { title: 'is refused at the limit', trouble: { fault: assistantFaults.limit } },
  { title: 'is refused because the assistant is off', trouble: { fault: assistantFaults.off } },
] as const)
  test(`help lines stay when the question ${title}`, async () => {
    const screen = await openDialog({ answers: lines })
    screen.failNext('assistant.streamAnswer', trouble)
    await field.fill(DISTRESS)
    await send.click()
    await expect.element(dialog.getByText(title === 'reaches nobody' ? /^Failed/ : wordsOf(trouble))).toBeVisible()
    await expectFirst()
  })

const wordsOf = (trouble: unknown) => (trouble as { fault: { message: string } }).fault.message

test('help lines are shown for a question that is too long to be sent', async () => {
  await openDialog({ answers: lines })
  await field.fill(`${DISTRESS} ${'It goes on. '.repeat(QUESTION_MAX / 10)}`)
  await send.click()
  await expect.element(field).toBeInvalid()
  await expectFirst()
})

test('help lines stay if only the server asked for them and the answer is then cut off', async () => {
  const stream = aStream()
  await openDialog({ answers: lines, assistant: { streamAnswer: () => stream } })
  await field.fill(CALM)
  await send.click()
  const [started] = eventsOf({ ...reply, care: true })
  stream.say(started!)
  await expectFirst()
  stream.cut()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to get response from the assistant')
  await expectFirst()
})

test('help lines disappear when the dialog is closed', async () => {
  const screen = await openDialog({ answers: lines, assistant: { getAssistant: aStanding() } })
  screen.failNext('assistant.streamAnswer', 'bug')
  await field.fill(DISTRESS)
  await send.click()
  await expectFirst()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Ask Anything/ }).click()
  await expect.element(field).toBeEnabled()
  await expect.element(help).not.toBeInTheDocument()
})

test('help lines are shown above a stored answer when it is opened, and not before', async () => {
  await open('/questions', {
    viewer: aViewer(),
    answers: { ...lines, assistant: { listQuestions: aPage(anAnswer({ ...reply, care: true })) } },
  })
  const article = page.getByRole('article')
  const panel = article.getByRole('region', { name: 'You do not have to carry this alone' })
  await expect.element(article).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  await article.getByText(/^Show the answer/).click()
  await expect.element(panel).toBeVisible()
  const words = article.getByText(/That sounds exhausting/).element()
  expect(panel.element().compareDocumentPosition(words)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
