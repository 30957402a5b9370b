/** A conversation on the screen: Ben looks at a pod in which Ana and he are. */
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import type { Author } from '#contract/members.ts'
import { aConversation, type Talk } from './conversation.ts'
import { isSubscribed } from './live-connection.ts'
import { anAuthor, asAuthor, aViewer } from './makers.ts'
import { answersToPreloads, aPod, aPodMember, joinedBy } from './pods-makers.ts'
import { open, type Screen } from './screen.tsx'

export const log = page.getByRole('region', { name: /^Messages in/ })
export const field = page.getByRole('textbox', { name: 'Message' })
export const send = page.getByRole('button', { name: /^Send/ })
export const jump = page.getByRole('button', { name: /Jump to latest/ })
export const mark = page.css('.log .newm')
/** the messages that were sent, by their words alone */
export const words = page.css('.log .msg .t')
/** the pending messages */
export const waiting = page.css('.log .msg.wait')
export const line = (text: string) => log.getByText(text, { exact: true })
export const said = () => words.elements().map(({ textContent }) => textContent)

export async function say(text: string) {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}

export interface Chatting {
  screen: Screen
  talk: Talk
  ana: Author
  ben: Author
  topic: string
  path: string
}

/** Who said what before. */
export type Before = (people: { ana: Author; ben: Author }) => [Author | null, string][]

interface Begun {
  /** the position up to which he had read */
  read?: number
  lines?: Before
  size?: { width: number; height: number }
}

/** Opens the conversation, and receives its events. */
export async function chatting({ read = 0, lines = () => [], size }: Begun = {}): Promise<Chatting> {
  const viewer = aViewer()
  const [ana, ben] = [anAuthor('ana'), asAuthor(viewer)]
  const pod = joinedBy(aPod({ members: [aPodMember(ana)] }), ben)
  const talk = aConversation(pod, ben, { read, lines: lines({ ana, ben }) })
  const ahead = answersToPreloads()
  const answers = { ...ahead, ...talk.answers, pods: { ...ahead.pods, ...talk.answers.pods } }
  const path = `/pod/${pod.slug}`
  const screen = await open(path, { viewer, answers, size })
  const topic = topicOf('pod', pod.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  return { screen, talk, ana, ben, topic, path }
}

/** Scrolls to the end again and again, as a reader does, until he sees this. */
export async function readDown(until: string) {
  await expect
    .poll(
      () => {
        log.element().scrollTo(0, 0)
        return said().at(-1)
      },
      { timeout: 15_000 },
    )
    .toBe(until)
  await expect.element(line(until)).toBeInViewport()
}

/** Scrolls to this line, and waits until the page has handled the event. */
export async function scrollTo(text: string, block: ScrollLogicalPosition = 'center') {
  line(text).element().scrollIntoView({ block })
  await drawn()
}

/** Waits until two frames have been drawn. */
export const drawn = () => new Promise<void>((go) => requestAnimationFrame(() => requestAnimationFrame(() => go())))
