/** Events as calendar programs read them (RFC 5545): one event, or all that a member attends. */
import { setImmediate } from 'node:timers/promises'
import { foldLines, ICalCalendar, ICalCalendarMethod, type ICalDateTimeValue, ICalEventStatus } from 'ical-generator'
import { type RawBuilder, sql } from 'kysely'
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'
import { eventFaults } from '#contract/events.ts'
import { oneLine } from '#contract/names.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { seesAddress, visibleEvent, visibleTo } from './rules.ts'

export interface Home {
  brand: string
  /** without a slash at its end */
  baseUrl: string
}

interface Row {
  id: string
  title: string
  description: string | null
  location: string
  /** null for whoever does not attend */
  address: string | null
  starts_at: Date
  ends_at: Date
  /** the same on the clock there, "20270612T193000"; null where that would not say which moment is meant */
  starts: string | null
  ends: string | null
  time_zone: string
  is_cancelled: boolean
  sequence: number
  created_at: Date
  updated_at: Date
}

/** A program asks again and again for all of it: so many, first those to come, the next one first. */
const MOST = 500
/** Nor do they end in the middle of a day that somewhere is still today. */
const DAYS_BACK = 366
/** Of each description there; the link leads to the whole. */
const MOST_WORDS = 1000
/** So many are written before others have their turn. */
const AT_ONCE = 10
/** Of these a calendar holds the end of a line and the tab (RFC 5545, 3.1), and one of the others would spoil all of it. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu
/** How often it is asked to look, in seconds. */
const LOOK_AGAIN = 3600

/**
 * On the clock, as its creator wrote it down: no reckoning back from a moment, by rules of which this program, the database
 * and the reader may each have others. Two hours, where no end was said, are those of the database.
 */
const CLOCK = sql`
  cross join lateral (select e.event_date + e.event_time as clock) s
  cross join lateral (select s.clock at time zone e.time_zone as moment) sm
  cross join lateral (select case
      when e.end_time is null then (sm.moment + interval '2 hours') at time zone e.time_zone
      when e.end_time > e.event_time then e.event_date + e.end_time
      else e.event_date + 1 + e.end_time end as clock) t
  cross join lateral (select t.clock at time zone e.time_zone as moment) tm`

/**
 * The clock shows it once: it is not left out, and not there a second time, reckoned from UTC as a day before. Of two the
 * database means the later one, calendars the earlier.
 */
const isOnce = (clock: RawBuilder<unknown>, moment: RawBuilder<unknown>) => sql`
  (${moment} at time zone e.time_zone = ${clock} and (select earlier.moment = ${moment}
      or earlier.moment at time zone e.time_zone <> ${clock}
    from (select (${clock} - ((${moment} - interval '1 day') at time zone e.time_zone
      - (${moment} - interval '1 day') at time zone 'UTC')) at time zone 'UTC' as moment) earlier))`

const IS_CLEAR = sql`(sm.moment < tm.moment and ${isOnce(sql`s.clock`, sql`sm.moment`)}
  and ${isOnce(sql`t.clock`, sql`tm.moment`)})`

const COLUMNS = sql`e.id, e.title, e.location, e.starts_at, e.ends_at, e.time_zone,
  case when ${IS_CLEAR} then to_char(s.clock, 'YYYYMMDD"T"HH24MISS') end as starts,
  case when ${IS_CLEAR} then to_char(t.clock, 'YYYYMMDD"T"HH24MISS') end as ends,
  e.cancelled_at is not null as is_cancelled, e.sequence, e.created_at, e.updated_at`

/** One event, for whoever may see it. */
export async function calendarOfEvent(ctx: Ctx, home: Home, id: string): Promise<string> {
  if (!isId(id)) refuse(eventFaults.notFound)
  const { viewer } = ctx
  const rows = await read(
    ctx,
    sql`select ${COLUMNS}, e.description,
        case when ${seesAddress(viewer)} then e.address end as address
      from local_events e ${CLOCK} where e.id = ${id}::uuid and ${visibleEvent(viewer)}`,
  )
  const [event] = rows
  return event ? written([event], home, home.brand) : refuse(eventFaults.notFound)
}

/** Whose key this is; a key that was taken back leads nowhere. */
export async function memberOfKey(ctx: Ctx, key: string): Promise<string | null> {
  if (!isId(key)) return null
  const feed = await ctx.db.selectFrom('calendar_feeds').select('user_id').where('key', '=', key).executeTakeFirst()
  return feed?.user_id ?? null
}

/** What the member attends and may still see, of the last year and all to come; null is nobody. */
export async function calendarOfMember(ctx: Ctx, home: Home, member: string | null): Promise<string> {
  if (member === null) refuse(eventFaults.notFound)
  const today = sql`(now() at time zone 'UTC')::date`
  // each event by its id (`limit 1` says so), and no more of them than are shown
  const some = (days: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select k.event_id from event_attendees k
        cross join lateral (select e.group_id, e.user_id from local_events e where e.id = k.event_id limit 1) e
      where k.user_id = ${member}::uuid and ${days} and ${visibleTo(sql`k.user_id`)}
      order by k.event_date ${order}, k.event_id ${order} limit ${sql.lit(MOST)})`
  const rows = await read(
    ctx,
    sql`select ${COLUMNS}, e.address, case when char_length(e.description) > ${sql.lit(MOST_WORDS)}
        then left(e.description, ${sql.lit(MOST_WORDS - 1)}) || '…' else e.description end as description
      from (select all_.event_id from (
        ${some(sql`k.event_date >= ${today}`, sql`asc`)} union all
        ${some(sql`k.event_date < ${today} and k.event_date >= ${today} - ${sql.lit(DAYS_BACK)}`, sql`desc`)}
      ) all_ limit ${sql.lit(MOST)}) attended join local_events e on e.id = attended.event_id ${CLOCK}
      order by e.starts_at desc, e.id`,
  )
  return written(rows, home, `${home.brand}: my events`)
}

async function read(ctx: Ctx, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await (query as RawBuilder<Row>).execute(ctx.db)).rows
}

/** A long one bit by bit: to break its lines takes time, and others are waiting. */
async function written(rows: Row[], { brand, baseUrl }: Home, name: string): Promise<string> {
  const calendar = new ICalCalendar({
    prodId: { company: brand, product: 'Events', language: 'EN' },
    name,
    method: ICalCalendarMethod.PUBLISH,
    ttl: LOOK_AGAIN,
  })
  const frame = calendar.toString()
  const end = frame.lastIndexOf('END:VCALENDAR')
  const zones = new Set<string>()
  const events: string[] = []
  for (const row of rows) {
    if (events.length % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const where = [row.location, row.address].filter((words) => words !== null)
    const event = calendar.createEvent({
      // the same one for ever, wherever this place moves to
      id: `${row.id}@events.fatherkin`,
      sequence: row.sequence,
      ...whenOf(row),
      stamp: row.updated_at,
      created: row.created_at,
      lastModified: row.updated_at,
      summary: oneLine(row.title),
      location: where.map(oneLine).join(', '),
      description: row.description?.replaceAll(CONTROLS, '') ?? null,
      url: `${baseUrl}/event/${row.id}`,
      status: row.is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
    const zone = event.timezone()
    if (zone) zones.add(zone)
    events.push(foldLines(event.toString()))
  }
  const blocks = [...zones].map((zone) => `${zoneBlock(zone)}\r\n`)
  return [frame.slice(0, end), ...blocks, ...events, frame.slice(end)].join('')
}

/** On the clock there, which the zone's own rules explain; in UTC, where nothing would explain it. */
function whenOf({ starts, ends, starts_at, ends_at, time_zone }: Row) {
  if (time_zone === 'UTC' || starts === null || ends === null || zoneBlock(time_zone) === null)
    return { start: starts_at, end: ends_at, timezone: null }
  return { start: asWritten(starts), end: asWritten(ends), timezone: time_zone }
}

/** For ical-generator, which would take a Date to this machine's own zone: it asks such a one only for its words. */
const asWritten = (clock: string): ICalDateTimeValue => ({
  format: (part) => (part === 'YYYYMMDD' ? clock.slice(0, 8) : clock.slice(9)),
  // by these it only tells the earlier one
  toDate: () => new Date(`${clock.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')}Z`),
  toJSON: () => clock,
  isValid: () => true,
})

const KNOWN_ZONES = new Set(tzlib_get_timezones())
const blocks = new Map<string, string>()

/** The rules of a zone, by the name that was asked for: of an alias the library writes the name of what it stands for. */
function zoneBlock(zone: string): string | null {
  // asked for another one, the library writes to the console
  if (!KNOWN_ZONES.has(zone)) return null
  const block = blocks.get(zone) ?? tzlib_get_ical_block(zone)[0]!.replace(/^(TZID|X-LIC-LOCATION):.*$/gm, `$1:${zone}`)
  blocks.set(zone, block)
  return block
}
