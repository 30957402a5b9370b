/**
 * The stretch of a conversation that is here: messages in order with none missing between them, and how it goes on. It grows by
 * what is read above and below it and, where it reaches the end, by what is heard. It never grows beyond a measure: what is far
 * from where he reads is let go, and read again when he comes there.
 */
import type { Message, Messages } from '#contract/chat.ts'
import type { LiveEvent } from '../kernel/line.ts'
import { inOrder } from './chat.ts'

export interface Stretch {
  items: readonly Message[]
  /** the number before which there is more; null: it begins at the first of all */
  next: string | null
  /** the number after which there is more that is not here; null: it reaches the end */
  later: string | null
  /** the number up to which everything that happened is known */
  seq: number
  /** the number up to which he has read */
  read: number
  /** what others said that he has heard of and that is not here: below it, and new to him; not all of it */
  below: readonly Told[]
}

type Told = Pick<Message, 'id' | 'seq'>

/** Of so many that are not here the numbers are known; nobody counts further. */
const COUNTED = 100

export const stretchOf = ({ items, next, later, seq, read }: Messages): Stretch => ({
  items,
  next,
  later,
  seq,
  read,
  below: [],
})

const hasWords = ({ kind, data }: LiveEvent) => kind === 'message.sent' && data !== null

export const messageOf = (data: unknown): Message => {
  const told = data as Omit<Message, 'created_at'> & { created_at: string | Date }
  return { ...told, created_at: new Date(told.created_at) }
}

/** What was said by these events and was not known before. Of any other kind only the number is taken. */
export const saidBy = ({ seq }: Pick<Stretch, 'seq'>, events: readonly LiveEvent[]): Message[] =>
  events.filter((event) => hasWords(event) && event.seq > seq).map(({ data }) => messageOf(data))

/** Several at once: whoever was away for an hour gets an hour at once. */
export function hear(stretch: Stretch, events: readonly LiveEvent[], own: string): Stretch {
  const said = saidBy(stretch, events)
  const gone = new Set(events.filter(({ kind }) => kind === 'message.deleted').map(({ subject }) => subject))
  const seq = events.reduce((most, event) => Math.max(most, event.seq), stretch.seq)
  if (said.length === 0 && gone.size === 0) return { ...stretch, seq }
  if (stretch.later !== null) return without({ ...stretch, seq, below: counted(stretch.below, said, own) }, gone)
  return without({ ...withThese(stretch, said), seq }, gone)
}

const counted = (below: readonly Told[], said: readonly Message[], own: string): Told[] =>
  [...below, ...said.filter(({ user }) => user?.id !== own).map(({ id, seq }) => ({ id, seq }))].slice(0, COUNTED)

function withThese(stretch: Stretch, said: readonly Message[]): Stretch {
  const all = new Map([...stretch.items, ...said].map((message) => [message.id, message]))
  return { ...stretch, items: inOrder(all.values()) }
}

function without(stretch: Stretch, gone: ReadonlySet<string | null>): Stretch {
  if (gone.size === 0) return stretch
  const isThere = ({ id }: Told) => !gone.has(id)
  const { items, below } = stretch
  if (items.every(isThere) && below.every(isThere)) return stretch
  return { ...stretch, items: items.filter(isThere), below: below.filter(isThere) }
}

/**
 * His own, as the server has answered it; it will be heard as well. An answer that comes after that says nothing new: by then
 * it may have been taken back. Where the end is not here, neither is the place for it.
 */
export const saidHere = (stretch: Stretch, message: Message): Stretch =>
  message.seq <= stretch.seq || stretch.later !== null ? stretch : withThese(stretch, [message])

export const readHere = (stretch: Stretch, read: number): Stretch =>
  read > stretch.read ? { ...stretch, read } : stretch

export const deletedHere = (stretch: Stretch, id: string): Stretch => without(stretch, new Set([id]))

/** `meanwhile` is what was heard since the page was asked for: the page may be older than that, or newer. */
export function withAbove(stretch: Stretch, page: Messages, meanwhile: readonly LiveEvent[], own: string): Stretch {
  return hear({ ...stretch, items: [...page.items, ...stretch.items], next: page.next }, meanwhile, own)
}

export function withBelow(stretch: Stretch, page: Messages, meanwhile: readonly LiveEvent[], own: string): Stretch {
  const { later } = page
  const all = { ...withThese(stretch, page.items), later }
  if (later !== null)
    return hear({ ...all, below: stretch.below.filter(({ seq }) => seq > Number(later)) }, meanwhile, own)
  // it reaches the end as it was when the page was read; on from there it is known from what was heard
  return hear({ ...all, below: [], seq: page.seq }, meanwhile, own)
}

/** In the place of whatever was here. */
export const anew = (page: Messages, read: number, meanwhile: readonly LiveEvent[], own: string): Stretch =>
  hear(readHere(stretchOf(page), read), meanwhile, own)

/** The last so many. */
export function withoutTop(stretch: Stretch, most: number): Stretch {
  if (stretch.items.length <= most) return stretch
  const items = stretch.items.slice(-most)
  return { ...stretch, items, next: String(items[0]!.seq) }
}

/** The first so many. */
export function withoutBottom(stretch: Stretch, most: number, own: string): Stretch {
  if (stretch.items.length <= most) return stretch
  const [items, dropped] = [stretch.items.slice(0, most), stretch.items.slice(most)]
  const isNew = dropped.filter(({ seq }) => seq > stretch.read)
  const below = [...counted([], isNew, own), ...stretch.below].slice(0, COUNTED)
  return { ...stretch, items, later: String(items.at(-1)!.seq), below }
}

export interface Unread {
  /** of the others; where `more`, at least so many */
  count: number
  more: boolean
}

/** What is new to him, here and below. */
export function unreadOf({ items, later, read, below }: Stretch, own: string): Unread {
  const here = items.filter(({ seq, user }) => seq > read && user?.id !== own).length
  return { count: here + below.filter(({ seq }) => seq > read).length, more: later !== null && read <= Number(later) }
}
