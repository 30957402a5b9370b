/** Whatever becomes of a question that speaks of self-harm, violence or a child in danger: where help is stands first. */
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
const told = dialog.getByText(/^You do not have to carry this alone\. /)

/** Before the field and the answer, and outside of what is read out sentence by sentence. */
async function expectFirst() {
  await expect.element(help).toBeVisible()
  expect(answer.element().contains(help.element())).toBe(false)
  const after = field.query() ?? answer.element()
  expect(help.element().compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
}

test('it comes before anything is answered, is told once, and stays above the answer', async () => {
  const stream = aStream()
  await openDialog({ answers: lines, assistant: { streamAnswer: () => stream } })
  await expect.element(told).not.toBeInTheDocument()
  await field.fill(DISTRESS)
  await send.click()
  await expect.element(answer).toMatchTextContent('Pop is thinking...')
  await expectFirst()
  await expect.element(told).toHaveAttribute('role', 'status')
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
  test(`it stays when the question ${title}`, async () => {
    const screen = await openDialog({ answers: lines })
    screen.failNext('assistant.streamAnswer', trouble)
    await field.fill(DISTRESS)
    await send.click()
    await expect.element(dialog.getByText(title === 'reaches nobody' ? /^Failed/ : wordsOf(trouble))).toBeVisible()
    await expectFirst()
  })

const wordsOf = (trouble: unknown) => (trouble as { fault: { message: string } }).fault.message

test('it comes with a question that is too long to be sent', async () => {
  await openDialog({ answers: lines })
  await field.fill(`${DISTRESS} ${'It goes on. '.repeat(QUESTION_MAX / 10)}`)
  await send.click()
  await expect.element(field).toBeInvalid()
  await expectFirst()
})

test('it stays when only the server saw that it is called for, and the answer then breaks off', async () => {
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

test('it goes when the dialog is closed', async () => {
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

test('it stands above a kept answer that is opened, and is not shown before', async () => {
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
