/**
 * If a question mentions self-harm, violence or a child in danger, help lines are shown first, whatever happens to the
 * question.
 */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assistantFaults, type Reply } from '#contract/assistant.ts'
import { QUESTION_MAX } from '#contract/assistant-words.ts'
import { careOf } from '#contract/care-words.ts'
import { another, answer, dialog, field, openDialog, reply, send } from './ask-dialog.ts'
import { anAnswer, aStanding, aStream, eventsOf, streamReply } from './assistant-makers.ts'
import { THE_LINES } from './care-makers.ts'
import { anId, aPage, aViewer } from './makers.ts'
import { open } from './screen.tsx'

const DISTRESS = 'I want to kill myself.'
const IN_JEST = 'Is Suicide Squad too much for a 12 year old?'
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

/** The reply to a question that is held back. */
const aHeld = (more: Pick<Reply, 'question' | 'help'> & Partial<Reply>): Reply => ({
  ...{ ...reply, response: '', sentences: [], sources: [], sourcesFound: 0, state: 'care', care: more.help !== null },
  ...more,
})

const anyway = dialog.getByRole('button', { name: 'Ask Pop all the same' })
const dads = dialog.getByRole('button', { name: 'Ask the dads' })

test('the question is not sent: help lines, the dads and the way back are there, and nothing counts or jokes', async () => {
  let sent = 0
  const stream = async function* () {
    sent++
    yield* eventsOf(reply)
  }
  await openDialog({ answers: lines, assistant: { streamAnswer: stream } })
  await expect.element(helpFirst).not.toBeInTheDocument()
  await field.fill(DISTRESS)
  await send.click()
  await expect.element(help).toBeVisible()
  await expect.element(helpFirst).toHaveAttribute('role', 'status')
  await expect.element(dads).toBeVisible()
  await expect.element(anyway).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(another).not.toBeInTheDocument()
  await expect.element(dialog.getByText(/remaining this month/)).not.toBeInTheDocument()
  await expect.element(dialog.getByText('questions used')).not.toBeInTheDocument()
  await expect.element(answer).toMatchTextContent('')
  expect(document.activeElement?.contains(help.element())).toBe(true)
  expect(sent).toBe(0)
})

test('he goes back to what he wrote, and his words are there', async () => {
  await openDialog({ answers: lines })
  await field.fill(DISTRESS)
  await send.click()
  await dialog.getByRole('button', { name: 'Back to what I wrote' }).click()
  await expect.element(field).toHaveValue(DISTRESS)
  await expectFirst()
})

test('a panel that was shown does not become a line when he words it differently', async () => {
  await openDialog({ answers: lines })
  await field.fill(DISTRESS)
  await send.click()
  await dialog.getByRole('button', { name: 'Back to what I wrote' }).click()
  expect(careOf(IN_JEST)?.level).toBe('line')
  await field.fill(IN_JEST)
  await send.click()
  await expect.element(dialog.getByRole('button', { name: 'Back to what I wrote' })).toBeVisible()
  await expect.element(help).toBeVisible()
})

test('after a panel, a question without any danger is asked like any other', async () => {
  await openDialog({ answers: lines, assistant: { streamAnswer: () => streamReply(reply) } })
  await field.fill(DISTRESS)
  await send.click()
  await dialog.getByRole('button', { name: 'Back to what I wrote' }).click()
  await field.fill(CALM)
  await send.click()
  await expect.element(answer).toMatchTextContent(/That sounds exhausting/)
})

test('he asks all the same: the help lines stay above the answer, and no further question is offered', async () => {
  const asked: unknown[] = []
  const stream = async function* (input: unknown) {
    asked.push(input)
    yield* eventsOf({ ...reply, care: true })
  }
  await openDialog({ answers: lines, assistant: { streamAnswer: stream } })
  await field.fill(DISTRESS)
  await send.click()
  await anyway.click()
  await expect.element(answer).toMatchTextContent(/That sounds exhausting/)
  await expectFirst()
  expect(asked).toMatchObject([{ question: DISTRESS, anyway: true }])
  await expect.element(another).not.toBeInTheDocument()
})

test('a question that only the server finds to speak of danger is held back, too', async () => {
  const care = { level: 'panel', now: false, swallowed: false, kind: 'self', language: 'en' } as const
  const held = aHeld({ question: CALM, help: care })
  await openDialog({ answers: lines, assistant: { streamAnswer: () => streamReply(held) } })
  await field.fill(CALM)
  await send.click()
  await expect.element(anyway).toBeVisible()
  await expect.element(help).toBeVisible()
  await expect.element(another).not.toBeInTheDocument()
})

test('below a line the server names threads, and he asks Pop, the dads or nobody', async () => {
  const care = { level: 'line', now: false, swallowed: false, kind: 'self', language: 'en' } as const
  const nearest = [{ post_id: anId(), title: 'Films for a twelve year old' }]
  const held = aHeld({ question: IN_JEST, help: care, nearest })
  const asked: unknown[] = []
  const stream = async function* (input: { anyway?: boolean }) {
    asked.push(input)
    yield* eventsOf(input.anyway ? { ...reply, help: care } : held)
  }
  await openDialog({ answers: lines, assistant: { streamAnswer: stream } })
  await field.fill(IN_JEST)
  await send.click()
  await expect.element(dialog.getByRole('link', { name: 'Films for a twelve year old' })).toBeVisible()
  await expect.element(dads).toBeVisible()
  await expect.element(answer).toMatchTextContent('')
  await dialog.getByRole('button', { name: 'Let Pop answer' }).click()
  await expect.element(answer).toMatchTextContent(/That sounds exhausting/)
  expect(asked).toMatchObject([{ question: IN_JEST }, { question: IN_JEST, anyway: true }])
})

test('a question that only hints at danger shows threads without any help line, and he decides', async () => {
  const nearest = [{ post_id: anId(), title: 'Four in the morning, again' }]
  const held = aHeld({ question: CALM, help: null, nearest })
  const asked: unknown[] = []
  const stream = async function* (input: { anyway?: boolean }) {
    asked.push(input)
    yield* eventsOf(input.anyway ? reply : held)
  }
  await openDialog({ answers: lines, assistant: { streamAnswer: stream } })
  await field.fill(CALM)
  await send.click()
  await expect.element(dialog.getByRole('link', { name: 'Four in the morning, again' })).toBeVisible()
  await expect.element(help).not.toBeInTheDocument()
  await expect.element(dialog.getByText(CALM)).toHaveFocus()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Threads of other dads are named below.')
  await expect.element(dads).toBeVisible()
  await expect.element(send).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Back to what I wrote' }).click()
  await expect.element(field).toHaveValue(CALM)
  await send.click()
  await dialog.getByRole('button', { name: 'Let Pop answer' }).click()
  await expect.element(answer).toMatchTextContent(/That sounds exhausting/)
  await expect.element(another).toBeVisible()
  expect(asked).toMatchObject([{ question: CALM }, { question: CALM }, { question: CALM, anyway: true }])
})

test('an answer that he asked for after a hint and that breaks off goes on with one press', async () => {
  const held = aHeld({ question: CALM, help: null })
  const screen = await openDialog({ answers: lines, assistant: { streamAnswer: () => streamReply(held) } })
  await field.fill(CALM)
  await send.click()
  await expect.element(dialog.getByRole('button', { name: 'Let Pop answer' })).toBeVisible()
  const broken = aStream()
  screen.answer({ assistant: { streamAnswer: () => broken } })
  await dialog.getByRole('button', { name: 'Let Pop answer' }).click()
  broken.say(...eventsOf(reply).slice(0, 2))
  await expect.element(answer).toMatchTextContent('That sounds exhausting.')
  broken.cut()
  screen.answer({ assistant: { streamAnswer: () => streamReply(reply) } })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => answer.getByRole('figure').elements().length).toBe(2)
  const [first, second, third] = screen.asked('assistant.streamAnswer') as { id: string; anyway?: boolean }[]
  expect([first!.anyway, second!.anyway, third!.anyway]).toEqual([undefined, true, true])
  // one question, so it is charged once
  expect([second!.id, third!.id]).toEqual([first!.id, first!.id])
})

for (const { title, trouble } of [
  { title: 'fails', trouble: { fault: assistantFaults.failed } },
  { title: 'reaches nobody', trouble: 'unreached' },
  { title: 'is refused at the limit', trouble: { fault: assistantFaults.limit } },
  { title: 'is refused because the assistant is off', trouble: { fault: assistantFaults.off } },
] as const)
  test(`help lines stay when the question that he asks all the same ${title}`, async () => {
    const screen = await openDialog({ answers: lines })
    screen.failNext('assistant.streamAnswer', trouble)
    await field.fill(DISTRESS)
    await send.click()
    await anyway.click()
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

test('help lines disappear when the dialog is closed', async () => {
  await openDialog({ answers: lines, assistant: { getAssistant: aStanding() } })
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
    answers: { ...lines, assistant: { listQuestions: aPage(anAnswer({ ...reply, state: 'answered', care: true })) } },
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
