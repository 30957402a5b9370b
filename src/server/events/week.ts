/** The calendar of a week: the first events of each day, and how many more there are. */
import { type RawBuilder, sql } from 'kysely'
import type { EventCard } from '#contract/events.ts'
import { EVENT, SAY_LOCAL } from '#contract/local-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { type Area, type Asked, type Here, hereOf, partsOf, soonest } from './area.ts'
import { type CardRow, cardOf } from './card.ts'
import { cardRows } from './list.ts'
import { listedEvent, type Viewer } from './rules.ts'
import { first, holdsAll, isBeforeBroken, isIndexed, matching, wordsOf } from './words.ts'

/** Of each day no more are read: those shown, those counted, and one that says that there are others. */
const MOST = EVENT.perDay + EVENT.counted + 1
/** Common words are looked for among so many of a day, around somebody in each part of the map. */
const LOOKED_AT = 300
const DAYS = 7

interface Week extends Pick<Here, 'today' | 'scope'> {
  days: { day: string; events: EventCard[]; more: number; more_open: boolean }[]
}

interface DayRow extends CardRow {
  total: number
}

export async function listWeek(ctx: Ctx, { q, ...asked }: Asked & { q: string }): Promise<Week> {
  const viewer = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const { today, sunday, scope, area } = await hereOf(ctx, viewer.id, asked)
  const { byDay, busy } = await find(ctx, { viewer, sunday, area, words: wordsOf(q) })
  const days = daysOf(sunday).map((day) => {
    const events = byDay.get(day) ?? []
    const more = Math.max(0, (events[0]?.total ?? 0) - EVENT.perDay)
    const more_open = more > EVENT.counted || (busy.includes(day) && events.length === EVENT.perDay)
    return { day, events: events.map(cardOf), more: Math.min(more, EVENT.counted), more_open }
  })
  return { today, scope, days }
}

interface Which {
  viewer: Viewer
  sunday: string
  area: Area | null
  words: string[]
}

interface Found {
  byDay: Map<string, DayRow[]>
  /** days of which not all was looked at */
  busy: string[]
}

async function find(ctx: Ctx, which: Which): Promise<Found> {
  const { viewer, area, words } = which
  if (words.length === 0) {
    const all = soonest({ area, when: OF_DAY, which: listedEvent(viewer), most: MOST })
    return { byDay: await dayRows(ctx, which, all), busy: [] }
  }
  const near = await dayRows(ctx, which, ofFirst(which))
  const busy = await busyDays(ctx, which)
  const isRare = busy.some((day) => (near.get(day)?.length ?? 0) < EVENT.perDay)
  if (!isRare || !words.some(isIndexed)) return { byDay: near, busy }
  return { byDay: await dayRows(ctx, which, ofMatches(viewer), matches(which)), busy: [] }
}

const OF_DAY = sql`e.event_date = d.day`

/** `ofDay` selects what is found of the day `d.day`, the soonest first. */
async function dayRows(ctx: Ctx, { sunday }: Which, ofDay: RawBuilder<unknown>, before = sql``) {
  const ids = sql`
    ${before} select f.id, f.total from (
      select e.id, row_number() over by_time as place, count(*) over (partition by d.day)::int as total
      from (select ${sunday}::date + n as day from generate_series(0, ${sql.lit(DAYS - 1)}) n) d
        cross join lateral (${ofDay}) e
      window by_time as (partition by d.day order by e.event_time, e.id)) f
    where f.place <= ${sql.lit(EVENT.perDay)}`
  const rows = await cardRows<{ total: number }>(ctx, ids, {
    order: sql`e.event_date, e.event_time, e.id`,
    more: sql`, page.total`,
  })
  return Map.groupBy(rows, ({ event_date }) => event_date)
}

const ofFirst = ({ viewer, area, words }: Which) => sql`
  with ${first({ area, when: OF_DAY }, LOOKED_AT)}
  select e.id, e.event_time from first e where ${isBeforeBroken} and ${listedEvent(viewer)} and ${holdsAll(words)}
  order by e.event_time, e.id limit ${sql.lit(MOST)}`

const matches = ({ sunday, area, words }: Which) => {
  const when = sql`e.event_date between ${sunday}::date and ${sunday}::date + ${sql.lit(DAYS - 1)}`
  return sql`with matches as materialized (${matching({ area, when }, words)})`
}

const ofMatches = (viewer: Viewer) => sql`
  select e.id, e.event_time from matches e
  where e.event_date = d.day and ${listedEvent(viewer)} order by e.event_time, e.id limit ${sql.lit(MOST)}`

/** Days of this week of which not all was looked at. */
async function busyDays(ctx: Ctx, { sunday, area }: Which): Promise<string[]> {
  const place = sql`row_number() over (order by e.event_time, e.id) as place`
  const parts = partsOf({ area, when: OF_DAY, which: sql`true`, most: LOOKED_AT, columns: place })
  const { rows } = await sql<{ day: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as day
    from (select ${sunday}::date + n as day from generate_series(0, ${sql.lit(DAYS - 1)}) n) d
    where exists (select from (${parts}) e where e.place = ${sql.lit(LOOKED_AT)})`.execute(ctx.db)
  return rows.map(({ day }) => day)
}

const daysOf = (sunday: string) =>
  Array.from({ length: DAYS }, (_, n) => {
    const date = new Date(`${sunday}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + n)
    return date.toISOString().slice(0, 10)
  })
