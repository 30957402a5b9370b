/**
 * The loaded section of a conversation: consecutive messages, and the cursors to what lies before and after. It grows with
 * loaded pages and, if it reaches the end, with live events. Its size is limited: messages far from the reader's position
 * are removed, and loaded again when he scrolls there.
 */
import type { Message, Messages } from '#contract/chat.ts'
import type { LiveEvent } from '../kernel/live-subscriptions.ts'
import { inOrder } from './chat.ts'

export interface Section {
  items: readonly Message[]
  /** the cursor to earlier messages; null if the section starts with the first message */
  next: string | null
  /** the cursor to later messages; null if the section reaches the end */
  later: string | null
  /** the number of the last event that the section reflects */
  seq: number
  /** the number of the last message that the member has read */
  read: number
  /** messages of others after this section, known from live events; not complete */
  below: readonly MessageRef[]
}

/** Of this member; also a line that says what he did with the rounds. Such messages are never unread for him. */
export const isOwnMessage = ({ user, note }: Pick<Message, 'user' | 'note'>, own: string) =>
  user?.id === own || note?.by?.id === own

type MessageRef = Pick<Message, 'id' | 'seq'>

/** The maximum number of remembered messages that are not loaded. */
const MAX_COUNTED = 100

export const sectionOf = ({ items, next, later, seq, read }: Messages): Section => ({
  items,
  next,
  later,
  seq,
  read,
  below: [],
})

const hasWords = ({ kind, data }: LiveEvent) => kind === 'message.sent' && data !== null

export const messageOf = (data: unknown): Message => {
  const sent = data as Omit<Message, 'created_at'> & { created_at: string | Date }
  return { ...sent, created_at: new Date(sent.created_at) }
}

/** Returns the new messages in these events. Other kinds of events only advance the number. */
export const newMessagesIn = ({ seq }: Pick<Section, 'seq'>, events: readonly LiveEvent[]): Message[] =>
  events.filter((event) => hasWords(event) && event.seq > seq).map(({ data }) => messageOf(data))

/** Applies several events at once, so that an hour of missed events is one update. */
export function applyEvents(section: Section, events: readonly LiveEvent[], own: string): Section {
  const said = newMessagesIn(section, events)
  const gone = new Set(events.filter(({ kind }) => kind === 'message.deleted').map(({ subject }) => subject))
  const seq = events.reduce((most, event) => Math.max(most, event.seq), section.seq)
  if (said.length === 0 && gone.size === 0) return { ...section, seq }
  if (section.later !== null) return without({ ...section, seq, below: counted(section.below, said, own) }, gone)
  return without({ ...withMessages(section, said), seq }, gone)
}

const counted = (below: readonly MessageRef[], said: readonly Message[], own: string): MessageRef[] =>
  [...below, ...said.filter((one) => !isOwnMessage(one, own)).map(({ id, seq }) => ({ id, seq }))].slice(0, MAX_COUNTED)

function withMessages(section: Section, said: readonly Message[]): Section {
  const all = new Map([...section.items, ...said].map((message) => [message.id, message]))
  return { ...section, items: inOrder(all.values()) }
}

function without(section: Section, gone: ReadonlySet<string | null>): Section {
  if (gone.size === 0) return section
  const isThere = ({ id }: MessageRef) => !gone.has(id)
  const { items, below } = section
  if (items.every(isThere) && below.every(isThere)) return section
  return { ...section, items: items.filter(isThere), below: below.filter(isThere) }
}

/**
 * Adds the member's own message from the server's answer. If its live event was applied first, nothing changes, because the
 * message may already be deleted. If the section does not reach the end, the message does not belong into it.
 */
export const withOwnMessage = (section: Section, message: Message): Section =>
  message.seq <= section.seq || section.later !== null ? section : withMessages(section, [message])

export const withRead = (section: Section, read: number): Section =>
  read > section.read ? { ...section, read } : section

export const withoutDeleted = (section: Section, id: string): Section => without(section, new Set([id]))

/** `meanwhile`: the live events since the page was requested, which the page may or may not contain. */
export function withAbove(section: Section, page: Messages, meanwhile: readonly LiveEvent[], own: string): Section {
  return applyEvents({ ...section, items: [...page.items, ...section.items], next: page.next }, meanwhile, own)
}

export function withBelow(section: Section, page: Messages, meanwhile: readonly LiveEvent[], own: string): Section {
  const { later } = page
  const all = { ...withMessages(section, page.items), later }
  if (later !== null)
    return applyEvents({ ...all, below: section.below.filter(({ seq }) => seq > Number(later)) }, meanwhile, own)
  // the page reaches the end as of its number; `meanwhile` continues from there
  return applyEvents({ ...all, below: [], seq: page.seq }, meanwhile, own)
}

/** Replaces the section. */
export const replacedBy = (page: Messages, read: number, meanwhile: readonly LiveEvent[], own: string): Section =>
  applyEvents(withRead(sectionOf(page), read), meanwhile, own)

/** Keeps only the last `most` messages. */
export function withoutTop(section: Section, most: number): Section {
  if (section.items.length <= most) return section
  const items = section.items.slice(-most)
  return { ...section, items, next: String(items[0]!.seq) }
}

/** Keeps only the first `most` messages. */
export function withoutBottom(section: Section, most: number, own: string): Section {
  if (section.items.length <= most) return section
  const [items, dropped] = [section.items.slice(0, most), section.items.slice(most)]
  const isNew = dropped.filter(({ seq }) => seq > section.read)
  const below = [...counted([], isNew, own), ...section.below].slice(0, MAX_COUNTED)
  return { ...section, items, later: String(items.at(-1)!.seq), below }
}

export interface Unread {
  /** messages of others; a minimum if `more` is true */
  count: number
  more: boolean
}

/** Counts the unread messages, in this section and after it. */
export function unreadOf({ items, later, read, below }: Section, own: string): Unread {
  const here = items.filter((one) => one.seq > read && !isOwnMessage(one, own)).length
  return { count: here + below.filter(({ seq }) => seq > read).length, more: later !== null && read <= Number(later) }
}
