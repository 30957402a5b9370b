/** A network that blocks WebSockets: the screens that follow a topic read by HTTP, and the words on them are true. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import { chatting, line, said, say, waiting } from './conversation-screen.tsx'
import { anEvent, anEventComment, answersOfEvent } from './events-makers.ts'
import { says } from './finding.ts'
import { blockSockets, cutOffTurns, isSubscribed, publish } from './live-connection.ts'
import { anAuthor, aViewer } from './makers.ts'
import { holdTimers, letPass, look } from './network.ts'
import { open } from './screen.tsx'

const SLOW = 'Messages get through only now and then. New ones appear every half minute.'
const slow = page.getByText(SLOW)
const unreached = page.getByText('New messages do not get through. We will catch up by ourselves.')
/** Longer than the time between two turns, with its random part. */
const TURN_MS = 38_000

/** The tab connects again; the next test has the same one. */
async function connectAgain(unblock: () => void) {
  unblock()
  await letPass(100_000)
}

test('a conversation says so, shows what others say within a half minute, and sends at once', async () => {
  // how long a connection held is measured by the clock
  holdTimers({ clock: true })
  const { talk, ana } = await chatting({ lines: ({ ana }) => [[ana, 'Hello']] })
  const unblock = blockSockets()
  await letPass(10_000)
  await expect.element(slow).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: SLOW })).toBeVisible()
  await expect.element(unreached).not.toBeInTheDocument()

  talk.say(ana, 'Anyone awake?')
  await letPass(TURN_MS)
  await expect.element(line('Anyone awake?')).toBeVisible()

  // the answer of another member comes with the turn after sending
  talk.say(ana, 'I am')
  await say('Me too')
  await expect.element(line('I am')).toBeVisible()
  await expect.poll(said).toEqual(['Hello', 'Anyone awake?', 'I am', 'Me too'])
  await expect.element(waiting).not.toBeInTheDocument()

  // a member who looks again reads at once
  look('hidden')
  talk.say(ana, 'Sleep well')
  await letPass(3 * TURN_MS)
  expect(said()).not.toContain('Sleep well')
  look('visible')
  await expect.element(line('Sleep well')).toBeVisible()
  await expect.element(slow).toBeVisible()

  await connectAgain(unblock)
  await expect.element(slow).not.toBeInTheDocument()
  talk.say(ana, 'Bye')
  await expect.element(line('Bye')).toBeVisible()
  expect(said()).toEqual(['Hello', 'Anyone awake?', 'I am', 'Me too', 'Sleep well', 'Bye'])
})

test('if HTTP fails too, the conversation says that the server is not reached, until it is', async () => {
  holdTimers({ clock: true })
  const { talk, ana } = await chatting({ lines: ({ ana }) => [[ana, 'Hello']] })
  const unblock = blockSockets()
  const mend = cutOffTurns()
  await letPass(10_000)
  await expect.element(unreached).toBeVisible()
  await expect.element(slow).not.toBeInTheDocument()
  talk.say(ana, 'Back again')
  mend()
  await letPass(20_000)
  await expect.element(line('Back again')).toBeVisible()
  await letPass(5000)
  await expect.element(slow).toBeVisible()
  await expect.element(unreached).not.toBeInTheDocument()
  await connectAgain(unblock)
  await expect.element(slow).not.toBeInTheDocument()
})

test('an open event shows comments and who attends', async () => {
  holdTimers({ clock: true })
  const [host, viewer] = [anAuthor('conor'), aViewer()]
  let event = anEvent({ creator: host, attendees: [host], attendees_count: 1 })
  const comment = anEventComment({ event_id: event.id, content: 'Bring boots', author: host })
  await open(`/event/${event.id}`, { viewer, answers: answersOfEvent(event, [], { getEvent: () => event }) })
  const topic = topicOf('event', event.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  const unblock = blockSockets()
  await letPass(10_000)
  event = { ...event, attendees_count: 25 }
  publish(topic, { kind: 'comment.sent', subject: comment.id, data: comment })
  publish(topic, { kind: 'attendance.changed', data: { attendees_count: 25 } })
  await letPass(TURN_MS)
  await expect.element(page.getByText('Bring boots')).toBeVisible()
  await expect.element(says('25 attending')).toBeVisible()
  await connectAgain(unblock)
})
