/** The layout of a conversation: days, the mark before unread messages, and consecutive messages of one author. */
import type { Message } from '#contract/chat.ts'
import { isOwnMessage } from './section.ts'

const SAME_AUTHOR_MS = 5 * 60_000
const DAY = 24 * 60 * 60_000

export type Row =
  | { row: 'day'; key: string; at: Date }
  | { row: 'new'; key: string }
  /** `isFirst`: the first of consecutive messages of one author; it shows his name, avatar and the time */
  | { row: 'message'; key: string; message: Message; isFirst: boolean }

/**
 * `newAfter`: the number of the last message read; null if there is no mark. The member's own messages are never unread.
 */
export function rowsOf(messages: readonly Message[], own: string, newAfter: number | null, local: boolean): Row[] {
  const rows: Row[] = []
  const firstNew =
    newAfter === null ? undefined : messages.find((one) => one.seq > newAfter && !isOwnMessage(one, own))?.id
  let before: Message | undefined
  for (const message of messages) {
    const isNewDay = !before || dayOf(before.created_at, local) !== dayOf(message.created_at, local)
    const isNew = message.id === firstNew
    if (isNewDay) rows.push({ row: 'day', key: `day-${message.id}`, at: message.created_at })
    if (isNew) rows.push({ row: 'new', key: 'new' })
    const isFirst = isNewDay || isNew || !continues(before, message)
    rows.push({ row: 'message', key: message.id, message, isFirst })
    before = message
  }
  return rows
}

/** A recap stands alone, and a line about the rounds. */
const continues = (before: Message | undefined, { user, round_id, note, created_at }: Message) =>
  before !== undefined &&
  before.round_id === null &&
  round_id === null &&
  before.note === null &&
  note === null &&
  (before.user?.id ?? null) === (user?.id ?? null) &&
  created_at.getTime() - before.created_at.getTime() < SAME_AUTHOR_MS

/** The number of the day; in UTC until the reader's zone is known. */
const dayOf = (at: Date, local: boolean) =>
  Math.floor((at.getTime() - (local ? at.getTimezoneOffset() * 60_000 : 0)) / DAY)

const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Today, Yesterday, Thursday, 12 November, and in another year 12 November 2024. */
export function dayWords(at: Date, now: Date, local: boolean): string {
  const ago = dayOf(now, local) - dayOf(at, local)
  if (ago <= 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  const [weekday, date, month, year, thisYear] = local
    ? [at.getDay(), at.getDate(), at.getMonth(), at.getFullYear(), now.getFullYear()]
    : [at.getUTCDay(), at.getUTCDate(), at.getUTCMonth(), at.getUTCFullYear(), now.getUTCFullYear()]
  if (ago < 7) return DAYS[weekday]!
  return year === thisYear ? `${date} ${MONTHS[month]}` : `${date} ${MONTHS[month]} ${year}`
}

/** hour:minute */
export function clockWords(at: Date, local: boolean): string {
  const [hour, minute] = local ? [at.getHours(), at.getMinutes()] : [at.getUTCHours(), at.getUTCMinutes()]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
