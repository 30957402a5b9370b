/** Where a conversation opens: a member who missed much starts where he stopped, and reads on or jumps to the end. */

import type {} from '@vitest/browser-playwright'
import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { messagesBy } from './conversation.ts'
import {
  type Before,
  chatting,
  drawn,
  field,
  jump,
  line,
  log,
  mark,
  readDown,
  said,
  say,
  scrollTo,
  waiting,
  words,
} from './conversation-screen.tsx'
import { goOffline, goOnline, holdTimers, letPass, look } from './network.ts'
import { refused } from './standin.ts'

/** "Line 1" and so on; those with odd numbers are the viewer's own. */
const lines =
  (count: number): Before =>
  ({ ana, ben }) =>
    messagesBy(count, ana, ben)
const afterMark = page.css('.log .newm + li .t')
const top = (text: string) => Math.round(line(text).element().getBoundingClientRect().top)

test('a member reads older messages without a jump; new ones are counted, marked and reachable', async () => {
  holdTimers()
  const { screen, talk, ana } = await chatting({ lines: lines(120) })
  await expect.element(line('Line 120')).toBeInViewport()
  expect(said().at(-1)).toBe('Line 120')
  // he has seen these, so only later messages are new
  await expect.poll(() => talk.read).toBe(120)
  await scrollTo('Line 75', 'start')
  await expect.element(line('Line 60')).toBeInTheDocument()
  await expect.element(line('Line 75')).toBeInViewport()
  const before = top('Line 75')
  for (const text of ['New one', 'New two']) talk.say(ana, text)
  await expect.element(line('New two')).toBeInTheDocument()
  expect(Math.abs(top('Line 75') - before)).toBeLessThanOrEqual(2)
  await expect.element(jump).toMatchTextContent('2 new')
  await jump.click()
  await expect.element(line('New two')).toBeInViewport()
  await expect.element(mark).toBeVisible()
  await expect.element(jump).not.toBeInTheDocument()
  // announced from time to time, not for every message
  await expect
    .poll(async () => {
      await letPass(5000)
      return talk.read
    })
    .toBe(122)
  // to the first message
  await expect
    .poll(() => {
      log.element().scrollTo(0, -log.element().scrollHeight)
      return log.element().textContent
    })
    .toMatch(/^The beginning of/)
  await expect.poll(said).toEqual([...Array.from({ length: 120 }, (_, n) => `Line ${n + 1}`), 'New one', 'New two'])
  // each page was read once
  expect(screen.asked('chat.listMessages')).toHaveLength(3)
})

test('a member who returns finds where the new messages begin', async () => {
  const { screen, talk, ana, path } = await chatting()
  talk.say(ana, 'Old')
  await expect.poll(said).toEqual(['Old'])
  await expect.element(mark).not.toBeInTheDocument()
  await expect.poll(() => talk.read).toBe(1)
  await screen.go('/pods')
  await expect.element(log).not.toBeInTheDocument()
  talk.say(ana, 'Said while he was away')
  await screen.go(path)
  await expect.poll(said).toEqual(['Old', 'Said while he was away'])
  await expect.element(afterMark).toHaveTextContent('Said while he was away')
  // a member who answers has seen the messages above
  await say('Here again')
  await expect.element(mark).not.toBeInTheDocument()
  talk.say(ana, 'Watched')
  await expect.element(words).toHaveLength(4)
  await expect.element(mark).not.toBeInTheDocument()
})

test('a member who missed more than a page starts where he stopped, and reads down to the end or jumps there', async () => {
  holdTimers()
  const { talk, ana } = await chatting({ lines: lines(400), read: 100 })
  await expect.element(mark).toBeInViewport()
  await expect.element(afterMark).toHaveTextContent('Line 102')
  await expect.element(line('Line 100')).toBeInViewport()
  await expect.element(jump).toMatchTextContent(/\d+\+? new/)
  // he has read what was in view, and nothing more
  await expect.poll(() => talk.read).toBeGreaterThan(100)
  expect(talk.read).toBeLessThan(115)
  // sent meanwhile: it is not in the loaded part
  talk.say(ana, 'Said at the end')
  await expect.element(page.getByRole('log')).toMatchTextContent('Said at the end')
  await expect.element(line('Said at the end')).not.toBeInTheDocument()
  await readDown('Said at the end')
  await expect.element(jump).not.toBeInTheDocument()
  const seen = said()
  expect(seen.at(-1)).toBe('Said at the end')
  expect(seen.slice(0, -1)).toEqual(seen.slice(0, -1).map((_, n) => `Line ${401 - seen.length + 1 + n}`))
  await expect
    .poll(async () => {
      await letPass(5000)
      return talk.read
    })
    .toBe(401)
})

test('a member who missed more than a page jumps to the end at once, and new messages appear there', async () => {
  const { screen, talk, ana } = await chatting({ lines: lines(401), read: 100 })
  await expect.element(mark).toBeInViewport()
  await jump.click()
  await expect.element(line('Line 401')).toBeInViewport()
  await expect.element(field).toHaveFocus()
  await expect.element(jump).not.toBeInTheDocument()
  await expect.element(mark).not.toBeInTheDocument()
  await expect.element(words).toHaveLength(50)
  talk.say(ana, 'And it goes on')
  await expect.element(line('And it goes on')).toBeInViewport()
  expect(screen.asked('chat.listMessages')).toHaveLength(2)
})

test('a member who answers from where he stopped is led to the end', async () => {
  const { talk } = await chatting({ lines: lines(400), read: 100 })
  await expect.element(mark).toBeInViewport()
  await say('My answer')
  await expect.element(line('My answer')).toBeInViewport()
  await expect.poll(() => said().at(-1)).toBe('My answer')
  expect(talk.said.at(-1)).toBe('My answer')
  await expect.element(waiting).not.toBeInTheDocument()
})

test('later messages that fail to load are requested again, and nothing is shown out of order', async () => {
  const { screen, talk } = await chatting({ lines: lines(200), read: 20 })
  await expect.element(mark).toBeInViewport()
  const listMessages = () => {
    throw refused(faults.unavailable, { retry_after: 60 })
  }
  screen.answer({ chat: { listMessages } })
  await say('Into the gap')
  const alert = log.getByRole('alert')
  // neither the end nor the next page loaded
  await expect.poll(() => screen.asked('chat.listMessages')).toHaveLength(3)
  await expect.element(alert).toMatchTextContent('Later messages did not load.')
  await expect.element(line('Into the gap')).not.toBeInTheDocument()
  screen.answer(talk.answers)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await readDown('Into the gap')
  expect(said().at(-1)).toBe('Into the gap')
})

test('however many messages arrive while he looks, those far above are released, and load again when he scrolls up', async () => {
  const { talk, ana, ben } = await chatting()
  const nodes = async () => {
    await cdp().send('HeapProfiler.collectGarbage')
    return (await cdp().send('Memory.getDOMCounters')).nodes
  }
  const hearMuch = async (rounds: number) => {
    for (let round = 1; round <= rounds; round++) {
      talk.fill(200, ana, ben)
      talk.say(ana, `Round ${round}`)
      await expect.poll(() => said().at(-1)).toBe(`Round ${round}`)
      await expect.element(words.last()).toBeInViewport()
    }
    await expect.element(words).toHaveLength(300)
    return nodes()
  }
  const drawn = () => document.querySelectorAll('*').length
  // with what React keeps of them in development; eight rounds that were not released would be four times as many
  const few = await hearMuch(2)
  const fewDrawn = drawn()
  expect(await hearMuch(8)).toBeLessThan(2 * few)
  expect(drawn()).toBeLessThan(1.2 * fewDrawn)
  // 2,010 messages in all, of which 300 are loaded: scrolls up through 600 of them, and none is out of order
  for (let page = 0; page < 12; page++) {
    const row = words.first().element()
    const before = row.textContent
    log.element().scrollTo(0, -log.element().scrollHeight)
    await expect.poll(() => said()[0]).not.toBe(before)
    expect(said().length).toBeLessThanOrEqual(300)
    // the message that he reads stays the same
    expect([row.isConnected, row.textContent]).toEqual([true, before])
  }
  const here = said().filter((text) => text.startsWith('Line'))
  for (const [index, text] of here.slice(1).entries())
    expect(text).toBe(`Line ${(Number(here[index]!.slice(5)) % 200) + 1}`)
  expect(await nodes()).toBeLessThan(2 * few)
  expect(drawn()).toBeLessThan(1.3 * fewDrawn)
  await expect.element(jump).toBeVisible()
  await readDown('Round 8')
}, 60_000)

test('the position stays where he scrolled to, even if the page renders before it gets the scroll event', async () => {
  await chatting({ lines: lines(50), read: 50 })
  await expect.element(line('Line 50')).toBeInViewport()
  // up from the end, and on from there; hiding the page renders it at once
  for (const [text, looks] of [
    ['Line 20', 'hidden'],
    ['Line 35', 'visible'],
    ['Line 10', 'hidden'],
  ] as const) {
    line(text).element().scrollIntoView({ block: 'center' })
    look(looks)
    await drawn()
    await expect.element(line(text)).toBeInViewport({ ratio: 1 })
  }
})

for (const [missed, how] of [
  [60, 'is told'],
  [400, 'reads anew'],
] as const)
  test(`a member who slept while ${missed} messages were sent ${how} what he missed, and starts at its beginning`, async () => {
    const { screen, talk, ana, ben } = await chatting({ lines: lines(20) })
    await expect.poll(() => said().at(-1)).toBe('Line 20')
    await expect.poll(() => talk.read).toBe(20)
    goOffline()
    await expect.element(page.getByText('You are offline. We will catch up by ourselves.')).toBeVisible()
    talk.fill(missed, ana, ben)
    goOnline()
    await expect.element(mark).toBeInViewport()
    await expect.element(afterMark).toHaveTextContent('Line 2')
    await expect.element(jump).toBeVisible()
    // only what is in view counts as read
    await expect.poll(() => talk.read).toBeGreaterThan(21)
    expect(talk.read).toBeLessThan(45)
    await readDown(`Line ${missed}`)
    talk.say(ana, 'Good morning')
    await expect.element(line('Good morning')).toBeInViewport()
    // by then it may be so far above that it is released
    if (missed < 300) await expect.element(mark).toHaveLength(1)
    expect(screen.asked('chat.listMessages').length > 1).toBe(missed > 300)
  })
