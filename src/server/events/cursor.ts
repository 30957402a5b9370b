/** The cursor of a list of events: day, time and id of the last event of the page. */
import { Clock, Day } from '#contract/event-fields.ts'
import type { PageOf } from '#contract/kernel.ts'
import { faults } from '#contract/kernel.ts'
import { isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'

export interface EventKey {
  event_date: string
  event_time: string
  id: string
}

const write = ({ event_date, event_time, id }: EventKey) =>
  Buffer.from(`${event_date}.${event_time}.${id}`).toString('base64url')

/** Accepts only cursors in the form that is written here; an invented day might not exist in the calendar. */
export function keyOf(cursor: string | undefined): EventKey | null {
  if (cursor === undefined) return null
  const [event_date = '', event_time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const key = { event_date, event_time, id }
  const isKey = isId(id) && Day.safeParse(event_date).success && Clock.safeParse(event_time).success
  return isKey && write(key) === cursor
    ? key
    : refuse(faults.invalid, { fields: { after: 'This is not a place in the list' } })
}

/** `rows` contains one row more than the page holds, if there is one. */
export function pageOf<Row extends EventKey>(rows: Row[], size: number): PageOf<Row> {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last ? write(last) : null }
}
