/** The viewer's calendar day and the part of the map around him. */
import { type RawBuilder, sql } from 'kysely'
import { EVENT, type Radius } from '#contract/local-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type Around, centreOf, type Position, parentsAround, reachOf } from '../kernel/geo/geo.ts'
import { cellOf } from '../members/members.ts'
import { wallClock } from './zones.ts'

export interface Area extends Around {
  centre: Position
  miles: number
}

export interface EventFilter {
  scope: 'near' | 'everywhere'
  radius: Radius
  zone: string
  day?: string | undefined
}

export interface ViewerDay {
  today: string
  /** the Sunday of the requested day, or of today; not before the calendar's first week */
  sunday: string
  scope: 'near' | 'everywhere'
  area: Area | null
}

const isoDay = (day: RawBuilder<unknown>) => sql<string>`to_char(${day}, 'YYYY-MM-DD')`

/** Uses the database's clock. A viewer without a position sees events everywhere. */
export async function viewerDayOf(ctx: Ctx, viewer: string, asked: EventFilter): Promise<ViewerDay> {
  const { zone, day = null } = asked
  const clock = await wallClock(ctx, zone)
  const { rows } = await sql<{ today: string; sunday: string; cell: number | null }>`
    select ${isoDay(sql`t.today`)} as today,
      ${isoDay(sql`greatest(${EVENT.firstWeek}::date, t.day - extract(dow from t.day)::int)`)} as sunday,
      ${cellOf(sql`${viewer}::uuid`)} as cell
    from (select n.today, coalesce(${day}::date, n.today) as day
      from (select ${clock}::date as today) n) t`.execute(ctx.db)
  const { today, sunday, cell } = rows[0]!
  if (asked.scope === 'everywhere' || cell === null) return { today, sunday, scope: 'everywhere', area: null }
  const [centre, miles] = [centreOf(cell), asked.radius]
  return { today, sunday, scope: 'near', area: { centre, miles, ...parentsAround(centre, miles) } }
}

/** From centre to centre, as milesBetween in kernel/geo/grid.ts. A distance that is shown as "5.0 mi" is within five miles. */
export const isWithin = ({ centre: { latitude, longitude }, miles }: Area) => sql<boolean>`(
  2 * 3959 * asin(least(1, sqrt(power(sin(radians(e.latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(e.latitude))
    * power(sin(radians(e.longitude - ${longitude}::float8) / 2), 2)))) < ${reachOf(miles)}::float8)`

/** The same for the index: the parent cells that contain the whole area. */
export const isInParentCells = ({ whole, cut }: Area) =>
  sql<boolean>`e.parent = any(${[...whole, ...cut.map(({ parent }) => parent)]}::int[])`

interface EventSelection {
  area: Area | null
  /** days, or a condition on the position in the list, that the index can use */
  when: RawBuilder<unknown>
  /** conditions that are checked for each row */
  which: RawBuilder<unknown>
  most: number
}

const KEY = sql`e.id, e.event_date, e.event_time`
export const SOONEST_ORDER = sql`e.event_date, e.event_time, e.id`
/** A parent cell at the border with more events than this is read cell by cell, because most may lie outside. */
const MAX_BORDER_EVENTS = 300

/** Reads the soonest events of each part of the map by index: one part for everywhere, or the parent cells of the area. */
export function eventsByPart({
  area,
  when,
  which,
  most,
  columns = KEY,
}: EventSelection & { columns?: RawBuilder<unknown> }) {
  const soonestAt = (place: RawBuilder<unknown>) => sql`
    select ${columns} from local_events e where ${place} and ${when} and ${which} order by ${SOONEST_ORDER} limit ${sql.lit(most)}`
  if (!area) return soonestAt(sql`true`)
  const cut = area.cut.map(({ parent }) => parent)
  const cells = area.cut.flatMap(({ cells }) => cells)
  const parents = area.cut.flatMap(({ parent, cells }) => cells.map(() => parent))
  return sql`
    with crowded as materialized (
      select p.parent from unnest(${cut}::int[]) as p (parent)
      where exists (select from local_events e where e.parent = p.parent and ${when} order by ${SOONEST_ORDER} offset ${sql.lit(MAX_BORDER_EVENTS)}))
    select e.* from unnest(${area.whole}::int[]) as p (parent) cross join lateral (${soonestAt(sql`e.parent = p.parent`)}) e
    union all
    select e.* from unnest(${cut}::int[]) as p (parent)
      cross join lateral (${soonestAt(sql`e.parent = p.parent and ${isWithin(area)}`)}) e
    where p.parent not in (select parent from crowded)
    union all
    select e.* from unnest(${cells}::int[], ${parents}::int[]) as c (cell, parent)
      cross join lateral (${soonestAt(sql`e.cell = c.cell`)}) e
    where c.parent in (select parent from crowded)`
}

/** The soonest events of all these parts. */
export const soonestEvents = (which: EventSelection) =>
  sql`select ${KEY} from (${eventsByPart(which)}) e order by ${SOONEST_ORDER} limit ${sql.lit(which.most)}`
