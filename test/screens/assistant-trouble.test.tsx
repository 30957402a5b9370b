/** Failures while a member asks the assistant, and what he can do about them. */
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assistantFaults } from '#contract/assistant.ts'
import { another, answer, dialog, field, openDialog, reply, send } from './ask-dialog.ts'
import { aReply, aStanding, aStream, eventsOf, streamReply } from './assistant-makers.ts'
import { pressComposing } from './keyboard.ts'

const QUESTION = 'He wakes at four.'
const opener = page.getByRole('button', { name: /^Ask Anything/ })
const close = dialog.getByRole('button', { name: 'Close' })
const upgrade = dialog.getByRole('button', { name: 'Upgrade for More Questions' })
const last = { queriesUsed: 4, queriesLimit: 5 }
const usedUp = { queriesUsed: 5, queriesLimit: 5 }

async function askIt() {
  await field.fill(QUESTION)
  await send.click()
}

test('if the last question of the month fails, the member reads why and can send it again', async () => {
  const stream = aStream()
  const screen = await openDialog({ assistant: { getAssistant: aStanding(last), streamAnswer: () => stream } })
  await expect.element(dialog.getByText('4/5')).toBeVisible()
  await askIt()
  stream.say(eventsOf({ ...reply, ...usedUp })[0]!)
  await expect.element(dialog.getByText('5/5')).toBeVisible()
  // the server has not refunded the question yet
  screen.answer({
    assistant: { getAssistant: aStanding(usedUp), streamAnswer: () => streamReply({ ...reply, ...usedUp }) },
  })
  stream.cut()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to get response from the assistant')
  await expect.poll(() => screen.asked('assistant.getAssistant').length).toBe(2)
  await expect.element(field).toBeEnabled()
  await expect.element(field).toHaveValue(QUESTION)
  await expect.element(upgrade).not.toBeInTheDocument()
  await send.click()
  await expect.element(another).toBeVisible()
  const [one, two] = screen.asked('assistant.streamAnswer')
  expect(two).toEqual(one)
  await another.click()
  await expect.element(upgrade).toBeVisible()
  await expect.element(dialog.getByText('Monthly query limit reached')).toBeVisible()
})

test('the counter keeps the number from before the failed question until the server has counted', async () => {
  const stream = aStream()
  const screen = await openDialog({ assistant: { getAssistant: aStanding(last), streamAnswer: () => stream } })
  await askIt()
  stream.say(eventsOf({ ...reply, ...usedUp })[0]!)
  await expect.element(dialog.getByText('5/5')).toBeVisible()
  const release = screen.holdNext('assistant.getAssistant')
  stream.cut()
  await expect.element(dialog.getByText('4/5')).toBeVisible()
  release()
})

test('the counter is read again each time the dialog opens', async () => {
  const screen = await openDialog()
  await askIt()
  await expect.element(dialog.getByText('3/5')).toBeVisible()
  await close.click()
  // another tab asked a question meanwhile
  screen.answer({ assistant: { getAssistant: aStanding({ queriesUsed: 4 }) } })
  await opener.click()
  await expect.element(dialog.getByText('4/5')).toBeVisible()
})

test('the refusal at the limit shows the server’s message, or the catalogue’s if there is none', async () => {
  const screen = await openDialog()
  const says = 'You have asked your five questions of November'
  screen.failNext('assistant.streamAnswer', { fault: { ...assistantFaults.limit, message: says } })
  await askIt()
  await expect.element(dialog.getByText(says)).toBeVisible()
  await close.click()
  await opener.click()
  await expect.element(field).toBeEnabled()
  screen.failNext('assistant.streamAnswer', { fault: { ...assistantFaults.limit, message: '' } })
  await askIt()
  await expect.element(dialog.getByText('Monthly query limit reached')).toBeVisible()
  await expect.element(dialog.getByText('Something went wrong. Please try again.')).not.toBeInTheDocument()
})

for (const { title, standing, says } of [
  { title: 'no question is left', standing: aStanding(usedUp), says: 'Monthly query limit reached' },
  { title: 'it is switched off', standing: aStanding({ is_on: false }), says: 'The assistant is switched off here' },
])
  test(`when ${title}, the focus moves to the message, when the dialog opens first and when it opens again`, async () => {
    await openDialog({ assistant: { getAssistant: standing } })
    const isRead = () => document.activeElement?.textContent?.includes(says)
    await expect.element(field).toBeDisabled()
    await expect.poll(isRead).toBe(true)
    await close.click()
    await opener.click()
    await expect.element(dialog.getByText(says)).toBeVisible()
    await expect.poll(isRead).toBe(true)
    expect(document.activeElement?.matches('.note')).toBe(true)
  })

test('after the last question the member is led to the reason why he cannot ask another one', async () => {
  await openDialog({ assistant: { streamAnswer: () => streamReply({ ...reply, ...usedUp }) } })
  await askIt()
  await another.click()
  await expect.element(upgrade).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Monthly query limit reached/)
})

test('the plans stay open when it turns out that questions are left', async () => {
  const screen = await openDialog({ assistant: { getAssistant: aStanding(usedUp) } })
  await close.click()
  const release = screen.holdNext('assistant.getAssistant')
  screen.answer({ assistant: { getAssistant: aStanding(last) } })
  await opener.click()
  await upgrade.click()
  const plans = page.getByRole('dialog', { name: 'Choose Your Plan' })
  await expect.element(plans).toBeVisible()
  release()
  await expect.element(page.getByText('4/5')).toBeInTheDocument()
  await expect.element(plans).toBeVisible()
})

test('a question that the server is still answering is retried automatically', async () => {
  const screen = await openDialog()
  screen.failNext('assistant.streamAnswer', { fault: assistantFaults.underWay })
  await askIt()
  await expect.element(answer).toMatchTextContent('Pop is thinking...')
  await expect.element(another).toBeVisible()
  const asked = screen.asked('assistant.streamAnswer')
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual(asked[0])
})

for (const { title, received, ids } of [
  { title: 'before he has read words of other dads asks the same question', received: 2, ids: 1 },
  { title: 'after he has read some asks a new one', received: 3, ids: 2 },
])
  test(`a member who closes the dialog and sends the same words again ${title}`, async () => {
    const stream = aStream()
    const screen = await openDialog({ assistant: { streamAnswer: () => stream } })
    await askIt()
    const events = eventsOf(reply).slice(0, received)
    stream.say(...events)
    await expect.poll(() => answer.element().childElementCount).toBe(received)
    await close.click()
    screen.answer({ assistant: { streamAnswer: () => streamReply(reply) } })
    await opener.click()
    await askIt()
    await expect.element(another).toBeVisible()
    const asked = screen.asked('assistant.streamAnswer').map((input) => (input as { id: string }).id)
    expect(asked).toHaveLength(2)
    expect(new Set(asked).size).toBe(ids)
  })

test('a browser that cannot combine two abort signals can ask', async () => {
  const { any } = AbortSignal
  Reflect.deleteProperty(AbortSignal, 'any')
  onTestFinished(() => {
    AbortSignal.any = any
  })
  await openDialog()
  await askIt()
  await expect.element(another).toBeVisible()
})

test('keys of an input method neither send the question nor close the dialog', async () => {
  const screen = await openDialog()
  await field.fill(QUESTION)
  pressComposing('Enter')
  pressComposing('Escape')
  await expect.element(field).toHaveValue(QUESTION)
  expect(screen.asked('assistant.streamAnswer')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(another).toBeVisible()
  expect(screen.asked('assistant.streamAnswer')).toHaveLength(1)
})

test('only the answer is announced; its sources and the place where it is stored stand below it', async () => {
  const counted = aReply({ ...reply, sourcesFound: 3 })
  await openDialog({ assistant: { streamAnswer: () => streamReply(counted) } })
  await expect.element(field).toHaveAttribute('enterkeyhint', 'send')
  await askIt()
  await expect.element(dialog.getByText('Based on 3 community post(s)')).toBeVisible()
  await expect.element(answer).not.toMatchTextContent(/Based on|He wakes at four|medical advice/)
  await dialog.getByText('Based on 3 community post(s)').click()
  const source = dialog.getByRole('listitem').first().getByRole('link', { name: reply.sources[0]!.title })
  expect(source.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await expect
    .element(dialog.getByRole('link', { name: 'This answer is kept in My questions' }))
    .toHaveAttribute('href', '/questions')
})
