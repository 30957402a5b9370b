/** The calendar of a week: the first events of each day, and the number of further ones. */
import { type RawBuilder, sql } from 'kysely'
import type { EventCard } from '#contract/events.ts'
import { EVENT, SAY_LOCAL } from '#contract/local-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { type Area, type EventFilter, eventsByPart, soonestEvents, type ViewerDay, viewerDayOf } from './area.ts'
import { type CardRow, cardOf } from './card.ts'
import { cardRows } from './list.ts'
import { listedEvent, type Viewer } from './rules.ts'
import { first, holdsAll, isBeforeBroken, isIndexed, matching, wordsOf } from './words.ts'

/** The maximum number of events read per day: those shown, those counted, and one that means "more". */
const MAX_READ_PER_DAY = EVENT.perDay + EVENT.counted + 1
/** The maximum number of events per day searched for common words; around a position in each part of the map. */
const MAX_SEARCHED_PER_DAY = 300
const DAYS = 7

interface Week extends Pick<ViewerDay, 'today' | 'scope'> {
  days: { day: string; events: EventCard[]; more: number; more_open: boolean }[]
}

interface DayRow extends CardRow {
  total: number
}

export async function listWeek(ctx: Ctx, { q, ...asked }: EventFilter & { q: string }): Promise<Week> {
  const viewer = mustBeMember(ctx, SAY_LOCAL.signInToEvents)
  const { today, sunday, scope, area } = await viewerDayOf(ctx, viewer.id, asked)
  const { byDay, busy } = await find(ctx, { viewer, sunday, area, words: wordsOf(q) })
  const days = daysOf(sunday).map((day) => {
    const events = byDay.get(day) ?? []
    const more = Math.max(0, (events[0]?.total ?? 0) - EVENT.perDay)
    const more_open = more > EVENT.counted || (busy.includes(day) && events.length === EVENT.perDay)
    return { day, events: events.map(cardOf), more: Math.min(more, EVENT.counted), more_open }
  })
  return { today, scope, days }
}

interface WeekSearch {
  viewer: Viewer
  sunday: string
  area: Area | null
  words: string[]
}

interface DaySearchResult {
  byDay: Map<string, DayRow[]>
  /** days of which not all events were searched */
  busy: string[]
}

async function find(ctx: Ctx, which: WeekSearch): Promise<DaySearchResult> {
  const { viewer, area, words } = which
  if (words.length === 0) {
    const all = soonestEvents({ area, when: OF_DAY, which: listedEvent(viewer), most: MAX_READ_PER_DAY })
    return { byDay: await dayRows(ctx, which, all), busy: [] }
  }
  const near = await dayRows(ctx, which, ofFirst(which))
  const busy = await busyDays(ctx, which)
  const isRare = busy.some((day) => (near.get(day)?.length ?? 0) < EVENT.perDay)
  if (!isRare || !words.some(isIndexed)) return { byDay: near, busy }
  return { byDay: await dayRows(ctx, which, ofMatches(viewer), matches(which)), busy: [] }
}

const OF_DAY = sql`e.event_date = d.day`

/** `ofDay` selects the matching events of the day `d.day`, the soonest first. */
async function dayRows(ctx: Ctx, { sunday }: WeekSearch, ofDay: RawBuilder<unknown>, before = sql``) {
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

const ofFirst = ({ viewer, area, words }: WeekSearch) => sql`
  with ${first({ area, when: OF_DAY }, MAX_SEARCHED_PER_DAY)}
  select e.id, e.event_time from first e where ${isBeforeBroken} and ${listedEvent(viewer)} and ${holdsAll(words)}
  order by e.event_time, e.id limit ${sql.lit(MAX_READ_PER_DAY)}`

const matches = ({ sunday, area, words }: WeekSearch) => {
  const when = sql`e.event_date between ${sunday}::date and ${sunday}::date + ${sql.lit(DAYS - 1)}`
  return sql`with matches as materialized (${matching({ area, when }, words)})`
}

const ofMatches = (viewer: Viewer) => sql`
  select e.id, e.event_time from matches e
  where e.event_date = d.day and ${listedEvent(viewer)} order by e.event_time, e.id limit ${sql.lit(MAX_READ_PER_DAY)}`

/** Returns the days of this week of which not all events were searched. */
async function busyDays(ctx: Ctx, { sunday, area }: WeekSearch): Promise<string[]> {
  const place = sql`row_number() over (order by e.event_time, e.id) as place`
  const parts = eventsByPart({ area, when: OF_DAY, which: sql`true`, most: MAX_SEARCHED_PER_DAY, columns: place })
  const { rows } = await sql<{ day: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as day
    from (select ${sunday}::date + n as day from generate_series(0, ${sql.lit(DAYS - 1)}) n) d
    where exists (select from (${parts}) e where e.place = ${sql.lit(MAX_SEARCHED_PER_DAY)})`.execute(ctx.db)
  return rows.map(({ day }) => day)
}

const daysOf = (sunday: string) =>
  Array.from({ length: DAYS }, (_, n) => {
    const date = new Date(`${sunday}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + n)
    return date.toISOString().slice(0, 10)
  })
