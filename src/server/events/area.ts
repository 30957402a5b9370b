/** Where and when the viewer looks: his today, and the part of the map around him. */
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

export interface Asked {
  scope: 'near' | 'everywhere'
  radius: Radius
  zone: string
  day?: string | undefined
}

export interface Here {
  today: string
  /** the Sunday of the day that he asked for, or of today; not before the calendar begins (EVT-03) */
  sunday: string
  scope: 'near' | 'everywhere'
  area: Area | null
}

const isoDay = (day: RawBuilder<unknown>) => sql<string>`to_char(${day}, 'YYYY-MM-DD')`

/** By the database's clock. Without a position he looks everywhere (R-40). */
export async function hereOf(ctx: Ctx, viewer: string, asked: Asked): Promise<Here> {
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

/** From centre to centre, as milesBetween in kernel/geo/grid.ts; what is said as "5.0 mi" is within five. */
export const within = ({ centre: { latitude, longitude }, miles }: Area) => sql<boolean>`(
  2 * 3959 * asin(least(1, sqrt(power(sin(radians(e.latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(e.latitude))
    * power(sin(radians(e.longitude - ${longitude}::float8) / 2), 2)))) < ${reachOf(miles)}::float8)`

/** The same for the index: parents in which all of it lies. */
export const isAround = ({ whole, cut }: Area) =>
  sql<boolean>`e.parent = any(${[...whole, ...cut.map(({ parent }) => parent)]}::int[])`

interface Which {
  area: Area | null
  /** days or a place in the list, from the index */
  when: RawBuilder<unknown>
  /** asked of each row */
  which: RawBuilder<unknown>
  most: number
}

const KEY = sql`e.id, e.event_date, e.event_time`
export const SOONEST = sql`e.event_date, e.event_time, e.id`
/** A parent at the border with more than so many is read cell by cell: most of them may lie outside. */
const MANY = 300

/** Of each part of the map there the soonest, by index: everywhere is one part, around somebody each parent is. */
export function partsOf({ area, when, which, most, columns = KEY }: Which & { columns?: RawBuilder<unknown> }) {
  const soonestAt = (place: RawBuilder<unknown>) => sql`
    select ${columns} from local_events e where ${place} and ${when} and ${which} order by ${SOONEST} limit ${sql.lit(most)}`
  if (!area) return soonestAt(sql`true`)
  const cut = area.cut.map(({ parent }) => parent)
  const cells = area.cut.flatMap(({ cells }) => cells)
  const parents = area.cut.flatMap(({ parent, cells }) => cells.map(() => parent))
  return sql`
    with crowded as materialized (
      select p.parent from unnest(${cut}::int[]) as p (parent)
      where exists (select from local_events e where e.parent = p.parent and ${when} order by ${SOONEST} offset ${sql.lit(MANY)}))
    select e.* from unnest(${area.whole}::int[]) as p (parent) cross join lateral (${soonestAt(sql`e.parent = p.parent`)}) e
    union all
    select e.* from unnest(${cut}::int[]) as p (parent)
      cross join lateral (${soonestAt(sql`e.parent = p.parent and ${within(area)}`)}) e
    where p.parent not in (select parent from crowded)
    union all
    select e.* from unnest(${cells}::int[], ${parents}::int[]) as c (cell, parent)
      cross join lateral (${soonestAt(sql`e.cell = c.cell`)}) e
    where c.parent in (select parent from crowded)`
}

/** The soonest of all these parts. */
export const soonest = (which: Which) =>
  sql`select ${KEY} from (${partsOf(which)}) e order by ${SOONEST} limit ${sql.lit(which.most)}`
