/** The columns of an event's card, and the card made from such a row. */
import { sql } from 'kysely'
import type { EventCard } from '#contract/events.ts'
import { byItself, farBetween } from '../kernel/geo/geo.ts'
import { dateOf } from '../kernel/page.ts'
import { cellOf } from '../members/members.ts'
import { attends, type Viewer } from './rules.ts'

export interface CardRow {
  id: string
  title: string
  location: string
  event_date: string
  event_time: string
  end_time: string | null
  time_zone: string
  starts: number
  ends: number
  attendees_count: number
  is_attending: boolean
  is_past: boolean
  is_cancelled: boolean
  cell: number | null
  /** the cell of the viewer */
  own_cell: number | null
  group_id: string | null
  group_name: string | null
  group_slug: string | null
}

/** `e` is the alias of local_events and `g` that of the event's network, if it has one. */
export const cardColumns = (viewer: Viewer) => sql`e.id, e.title, e.location,
  to_char(e.event_date, 'YYYY-MM-DD') as event_date, to_char(e.event_time, 'HH24:MI') as event_time,
  to_char(e.end_time, 'HH24:MI') as end_time, e.time_zone, date_part('epoch', e.starts_at) * 1000 as starts,
  date_part('epoch', e.ends_at) * 1000 as ends, e.attendees_count, ${attends(viewer)} as is_attending,
  e.ends_at <= now() as is_past, e.cancelled_at is not null as is_cancelled, e.cell,
  ${cellOf(sql`${viewer?.id ?? null}::uuid`)} as own_cell,
  g.id as group_id, g.name as group_name, g.slug as group_slug`

export const cardOf = (row: CardRow): EventCard => ({
  id: row.id,
  title: row.title,
  location: row.location,
  event_date: row.event_date,
  event_time: row.event_time,
  end_time: row.end_time,
  time_zone: row.time_zone,
  starts_at: dateOf(row.starts),
  ends_at: dateOf(row.ends),
  attendees_count: row.attendees_count,
  is_attending: row.is_attending,
  is_past: row.is_past,
  is_cancelled: row.is_cancelled,
  distance: distanceOf(row),
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name!, slug: row.group_slug! },
})

/** The distance from cell to cell. A viewer with local mode off has no cell. */
const distanceOf = ({ cell, own_cell }: CardRow) =>
  cell === null || own_cell === null ? null : farBetween(byItself(own_cell), byItself(cell)).words
