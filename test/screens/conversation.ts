/**
 * A conversation on the stand-in server: messages have numbers, are read in pages and published, in the order and with
 * the numbers of the server (src/server/chat/chat.ts).
 */
import { chatFaults, type Message, type Messages } from '#contract/chat.ts'
import { topicOf } from '#contract/live-words.ts'
import type { Author } from '#contract/members.ts'
import type { Pod } from '#contract/pods.ts'
import { publish, sequenceOf, startSequenceAt } from './live-connection.ts'
import { anId, minutesAgo } from './makers.ts'
import { type Answers, refused } from './standin.ts'

const PAGE = 50
/** Messages that the viewer has read, shown above the new ones. */
const READ_SHOWN = 15

interface Asked {
  before?: string | undefined
  after?: string | undefined
  from?: 'unread' | undefined
}

interface Begun {
  /** the position up to which the viewer had read */
  read?: number
  /** who wrote what before; null if the account was deleted */
  lines?: [Author | null, string][]
}

export interface Talk {
  answers: Answers
  /** the messages that were sent and not deleted, in order */
  readonly said: readonly string[]
  /** the position up to which the viewer has read, as he reported it */
  readonly read: number
  /** sends a message by this member, and publishes it */
  say(by: Author | null, content: string): Message
  /** sends this many messages by the members in turn: "Line 1" and so on */
  fill(count: number, ...by: Author[]): void
  /** deletes the message, and publishes that */
  takeBack(id: string): void
}

/** A conversation in this pod, of which the viewer is a member. The earlier messages are three days old. */
export function aConversation(pod: Pod, viewer: Author, begun: Begun = {}): Talk {
  const { lines = [] } = begun
  let { read = 0 } = begun
  const topic = topicOf('pod', pod.id)
  const messages: Message[] = []
  startSequenceAt(topic, 0)
  const put = (by: Author | null, content: string, id = anId(), at = new Date()): Message => {
    const message = { id, seq: sequenceOf(topic) + 1, user: by, content, round_id: null, note: null, created_at: at }
    messages.push(message)
    publish(topic, { kind: 'message.sent', subject: id, data: message })
    return message
  }
  const longAgo = minutesAgo(3 * 24 * 60)
  for (const [by, content] of lines) put(by, content, anId(), longAgo)
  // no events for these: a reader who opens the conversation now reads them as a page
  startSequenceAt(topic, messages.length)

  const up = (before: number, limit = PAGE) => {
    const items = messages.filter(({ seq }) => seq < before)
    const page = items.slice(-limit)
    return { items: page, further: items.length > limit ? String(page[0]!.seq) : null }
  }
  const down = (after: number) => {
    const items = messages.filter(({ seq }) => seq > after)
    const page = items.slice(0, PAGE)
    return { items: page, further: items.length > PAGE ? String(page.at(-1)!.seq) : null }
  }
  const listMessages = ({ before, after, from }: Asked): Messages => {
    const seq = sequenceOf(topic)
    if (after !== undefined) {
      const { items, further } = down(Number(after))
      return { items, next: String(Math.min(Number(after), seq) + 1), later: further, seq, read }
    }
    if (from === 'unread' && read > 0 && seq - read > PAGE - READ_SHOWN) {
      const [above, below] = [up(read + 1, READ_SHOWN), down(read)]
      return { items: [...above.items, ...below.items], next: above.further, later: below.further, seq, read }
    }
    const place = before === undefined ? Number.POSITIVE_INFINITY : Number(before)
    const { items, further } = up(place)
    return { items, next: further, later: place > seq ? null : String(Math.max(0, place - 1)), seq, read }
  }
  const takeBack = (id: string) => {
    const at = messages.findIndex((message) => message.id === id)
    if (at < 0) throw refused(chatFaults.noMessage)
    messages.splice(at, 1)
    publish(topic, { kind: 'message.deleted', subject: id })
  }
  return {
    answers: {
      pods: { getPod: { ...pod, seq: sequenceOf(topic) } },
      blocks: { listBlockedIds: { ids: [] } },
      chat: {
        listMessages,
        sendMessage: ({ id, content }) => messages.find((one) => one.id === id) ?? put(viewer, content, id),
        deleteMessage: ({ id }) => {
          takeBack(id)
          return { id }
        },
        markRead: ({ seq }) => {
          read = Math.max(read, Math.min(seq, sequenceOf(topic)))
          return { read }
        },
      },
    },
    get said() {
      return messages.map(({ content }) => content)
    },
    get read() {
      return read
    },
    say: put,
    fill(count, ...by) {
      for (let n = 1; n <= count; n++) put(by[n % by.length]!, `Line ${n}`)
    },
    takeBack,
  }
}

/** "Line 1" and so on, by the members in turn. */
export const messagesBy = (count: number, ...by: Author[]): [Author, string][] =>
  Array.from({ length: count }, (_, n) => [by[(n + 1) % by.length]!, `Line ${n + 1}`])
