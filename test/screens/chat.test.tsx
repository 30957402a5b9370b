/** A conversation: what one says, what is on its way, what did not arrive, and what is taken back. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { topicOf } from '#contract/live-words.ts'
import { chatting, field, line, log, said, say, send, waiting, words } from './chatting.tsx'
import { expectFocus, press, type, use } from './keyboard.ts'
import { cutLine, isHeard, tell } from './line.ts'
import { anId } from './makers.ts'
import { holdTimers, letPass } from './network.ts'

const shut = { fault: faults.unavailable, data: { retry_after: 5 } }
const alert = log.getByRole('alert')
const takeBack = log.getByRole('button', { name: /^Delete your message/ })

test('what one says the other sees, without a reload', async () => {
  const { screen, talk, ana } = await chatting()
  await expect.element(page.getByRole('heading', { name: 'Nothing said yet' })).toBeVisible()
  await expect.element(send).toBeDisabled()
  await field.fill('   ')
  await expect.element(send).toBeDisabled()
  await field.fill('  Five of seven. ')
  await send.click()
  await expect.poll(said).toEqual(['Five of seven.'])
  expect(screen.asked('chat.sendMessage')).toMatchObject([{ content: 'Five of seven.' }])
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  // said to whoever does not see it, and only to him who did not say it
  await expect.element(waiting).not.toBeInTheDocument()
  await expect.element(page.getByRole('log')).toHaveTextContent('')
  talk.say(ana, 'It counts.\nhttps://example.org/why.')
  await expect.poll(said).toEqual(['Five of seven.', 'It counts.\nhttps://example.org/why.'])
  await expect.element(page.getByRole('log')).toMatchTextContent(/^ana: It counts\./)
  await expect.element(log.getByRole('link', { name: 'ana', exact: true })).toBeVisible()
  for (const time of log.element().querySelectorAll('time')) expect(time.textContent).toMatch(/^\d\d:\d\d$/)
  const link = words.getByRole('link', { name: 'https://example.org/why' })
  await expect.element(link).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect.element(link).toHaveAttribute('href', 'https://example.org/why')
  await field.fill('One')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}two{Enter}')
  await expect.poll(said).toEqual(['Five of seven.', 'It counts.\nhttps://example.org/why.', 'One\ntwo'])
  expect(talk.said.at(-1)).toBe('One\ntwo')
  // of a pod nobody is told that it was sent: it stands there
  await expect.element(page.css('.toast')).not.toBeInTheDocument()
})

test('what the server refuses is kept, and can be thrown away', async () => {
  const { screen, talk } = await chatting()
  screen.failNext('chat.sendMessage', shut)
  await say('Kept to the letter')
  await expect.element(alert).toMatchTextContent('Failed to send message')
  await expect.poll(said).toEqual(['Kept to the letter'])
  await alert.getByRole('button', { name: 'Delete' }).click()
  await expect.element(words).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  await field.fill('a'.repeat(3990))
  await expect.element(page.getByText('10 characters left').first()).toBeVisible()
  await field.fill('a'.repeat(4001))
  await userEvent.keyboard('{Enter}')
  const tooLong = page.getByRole('alert').filter({ hasText: /A message can be at most 4,000 characters/ })
  await expect.element(tooLong).toBeVisible()
  await expect.element(field).toHaveValue('a'.repeat(4001))
  expect(talk.said).toEqual([])
})

test('what was refused goes out when he says so', async () => {
  const { screen, talk } = await chatting()
  screen.failNext('chat.sendMessage', shut)
  await say('Once more')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.element(waiting).not.toBeInTheDocument()
  expect(talk.said).toEqual(['Once more'])
  const [first, second] = screen.asked('chat.sendMessage')
  expect(second).toEqual(first)
})

test('what a server in trouble did not take goes out by itself, and what was said after it comes after it', async () => {
  holdTimers()
  const { screen, talk } = await chatting()
  screen.failNext('chat.sendMessage', shut)
  await say('First')
  await expect.element(alert).toMatchTextContent('Failed to send message')
  screen.failNext('chat.sendMessage', shut)
  await say('Second')
  await expect.poll(() => screen.asked('chat.sendMessage')).toHaveLength(2)
  await expect.element(alert).toHaveLength(1)
  await expect.element(waiting).toHaveLength(2)
  expect(talk.said).toEqual([])
  await letPass(20_000)
  await expect.element(waiting).not.toBeInTheDocument()
  await expect.poll(said).toEqual(['First', 'Second'])
  expect(talk.said).toEqual(['First', 'Second'])
})

test('while one is on its way the button says so, and the next one follows', async () => {
  const { screen, talk } = await chatting()
  const release = screen.holdNext('chat.sendMessage')
  await say('First')
  await expect.element(send.getByText('Sending...')).toBeVisible()
  await expect.element(waiting).toMatchTextContent('Sending...')
  await field.fill('Second')
  await expect.element(send).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  await expect.poll(said).toEqual(['First', 'Second'])
  expect(screen.asked('chat.sendMessage')).toHaveLength(1)
  release()
  await expect.element(waiting).not.toBeInTheDocument()
  expect(talk.said).toEqual(['First', 'Second'])
  await expect.poll(said).toEqual(['First', 'Second'])
})

test('its author takes a message back, everywhere', async () => {
  const { screen, talk, ana } = await chatting()
  await say('Too much')
  await expect.element(waiting).not.toBeInTheDocument()
  const { id } = talk.say(ana, 'Heard you')
  await expect.poll(said).toEqual(['Too much', 'Heard you'])
  await expect.element(takeBack).toHaveLength(1)
  await takeBack.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(said).toEqual(['Heard you'])
  await expect.element(log).toHaveFocus()
  expect(screen.asked('chat.deleteMessage')).toHaveLength(1)
  // and what another one takes back goes from before his eyes
  talk.takeBack(id)
  await expect.element(words).not.toBeInTheDocument()
})

test('what a man said stays when his account is gone', async () => {
  await chatting({ lines: () => [[null, 'Line 1']] })
  await expect.poll(said).toEqual(['Line 1'])
  await expect.element(page.css('.log .msg')).toMatchTextContent('Unknown User')
  await expect.element(log.getByRole('link')).not.toBeInTheDocument()
})

test('a starter fills the field and sends nothing', async () => {
  const { screen, talk, path } = await chatting()
  const beside = page.getByRole('complementary', { name: 'About this pod' })
  for (const about of [/sleep training/, /bond during feeding/, /first month of fatherhood/, /postpartum recovery/])
    await expect.element(beside.getByRole('button', { name: about })).toBeVisible()
  const text = 'What helps you bond during feeding?'
  const starter = beside.getByRole('button', { name: text })
  await starter.click()
  await expect.element(field).toHaveValue(text)
  await expect.element(field).toHaveFocus()
  await field.fill('My own words')
  await starter.click()
  await expect.element(field).toHaveValue(`My own words\n${text}`)
  await expect.element(words).not.toBeInTheDocument()
  expect(screen.asked('chat.sendMessage')).toEqual([])
  // what is not sent is there when he comes back
  await screen.go('/pods')
  await expect.element(field).not.toBeInTheDocument()
  await screen.go(path)
  await expect.element(field).toHaveValue(`My own words\n${text}`)
  expect(talk.said).toEqual([])
})

test('the keyboard alone is enough', async () => {
  const { talk } = await chatting()
  await type(field, 'By keyboard')
  await press('Enter')
  await expect.poll(() => talk.said).toEqual(['By keyboard'])
  await expect.element(line('By keyboard')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await use(takeBack, { back: true })
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await use(question.getByRole('button', { name: 'Delete' }), { leaves: true })
  await expect.element(words).not.toBeInTheDocument()
  expect(talk.said).toEqual([])
  await expectFocus()
})

test('he hears his pod alone, and nothing more of it once he has left its page', async () => {
  const { screen, talk, ana, topic } = await chatting()
  const elsewhere = topicOf('pod', anId())
  expect(isHeard(elsewhere)).toBe(false)
  expect(tell(elsewhere, { kind: 'message.sent', subject: anId() })).toBe(false)
  talk.say(ana, 'Here')
  await expect.poll(said).toEqual(['Here'])
  await screen.go('/about')
  await expect.element(log).not.toBeInTheDocument()
  await expect.poll(() => isHeard(topic)).toBe(false)
})

test('a line that breaks is told by no news: it comes back by itself, with what was said meanwhile', async () => {
  holdTimers()
  const { talk, ana, topic } = await chatting()
  talk.say(ana, 'Before')
  await expect.poll(said).toEqual(['Before'])
  cutLine()
  await expect.poll(() => isHeard(topic)).toBe(false)
  talk.say(ana, 'Meanwhile')
  expect(said()).toEqual(['Before'])
  await letPass(20_000)
  await expect.poll(said).toEqual(['Before', 'Meanwhile'])
  await expect.element(page.css('.toast')).not.toBeInTheDocument()
})
