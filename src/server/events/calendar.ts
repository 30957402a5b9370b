/** iCalendar files (RFC 5545): of one event, or of all events that a member attends. */
import { setImmediate } from 'node:timers/promises'
import { foldLines, ICalCalendar, ICalCalendarMethod, type ICalDateTimeValue, ICalEventStatus } from 'ical-generator'
import { type RawBuilder, sql } from 'kysely'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { eventFaults } from '#contract/events.ts'
import { oneLine } from '#contract/names.ts'
import { readZone } from '#contract/zone-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { seesAddress, visibleEvent, visibleTo } from './rules.ts'
import { CALENDAR_ZONES } from './zones.ts'

export interface CalendarHost {
  brand: string
  /** without a trailing slash */
  baseUrl: string
}

interface CalendarRow {
  id: string
  title: string
  description: string | null
  location: string
  /** null if the viewer does not attend */
  address: string | null
  starts_at: Date
  ends_at: Date
  /** the wall-clock time at the event's place, "20270612T193000"; null if this time is ambiguous or does not exist */
  starts: string | null
  ends: string | null
  time_zone: string
  is_cancelled: boolean
  sequence: number
  created_at: Date
  updated_at: Date
}

/** The maximum number of events in a file, which calendar programs fetch often. Future events first, the next one first. */
const MAX_EVENTS = 500
/** How many days of past events the file contains; one more than a year, because of time zones. */
const DAYS_BACK = 366
/** The maximum length of a description; the link leads to the full text. */
const MAX_DESCRIPTION_LENGTH = 1000
/** Number of events written before the event loop gets a turn. */
const BATCH_SIZE = 10
/** Control characters except newline and tab: RFC 5545, 3.1 forbids them, and one would make the file invalid. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu
/** How often a calendar program is asked to fetch the file, in seconds. */
const REFRESH_S = 3600

/**
 * The wall-clock times as the creator entered them. They are not computed back from moments, because this program, the
 * database and the calendar program may have different time zone rules. Without an end the database adds two hours.
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
 * True if the wall-clock time occurs exactly once, so a change of the clocks neither skips nor repeats it. The inner query
 * computes the earlier of two moments, with the offset from UTC of a day before. Of two moments PostgreSQL takes the later one, calendar programs take the earlier one.
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

/** Returns the file of one event, if the viewer may see it. */
export async function calendarOfEvent(ctx: Ctx, home: CalendarHost, id: string): Promise<string> {
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

/** Returns the member whose key this is, or null if the key was revoked or never existed. */
export async function memberOfKey(ctx: Ctx, key: string): Promise<string | null> {
  if (!isId(key)) return null
  const feed = await ctx.db.selectFrom('calendar_feeds').select('user_id').where('key', '=', key).executeTakeFirst()
  return feed?.user_id ?? null
}

/** Events that the member attends and may still see: those of the last year and all future ones. A null member has none. */
export async function calendarOfMember(ctx: Ctx, home: CalendarHost, member: string | null): Promise<string> {
  if (member === null) refuse(eventFaults.notFound)
  const today = sql`(now() at time zone 'UTC')::date`
  // `limit 1` makes PostgreSQL read each event by its id, and only as many as are shown
  const some = (days: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select k.event_id from event_attendees k
        cross join lateral (select e.group_id, e.user_id from local_events e where e.id = k.event_id limit 1) e
      where k.user_id = ${member}::uuid and ${days} and ${visibleTo(sql`k.user_id`)}
      order by k.event_date ${order}, k.event_id ${order} limit ${sql.lit(MAX_EVENTS)})`
  const rows = await read(
    ctx,
    sql`select ${COLUMNS}, e.address, case when char_length(e.description) > ${sql.lit(MAX_DESCRIPTION_LENGTH)}
        then left(e.description, ${sql.lit(MAX_DESCRIPTION_LENGTH - 1)}) || '…' else e.description end as description
      from (select all_.event_id from (
        ${some(sql`k.event_date >= ${today}`, sql`asc`)} union all
        ${some(sql`k.event_date < ${today} and k.event_date >= ${today} - ${sql.lit(DAYS_BACK)}`, sql`desc`)}
      ) all_ limit ${sql.lit(MAX_EVENTS)}) attended join local_events e on e.id = attended.event_id ${CLOCK}
      order by e.starts_at desc, e.id`,
  )
  return written(rows, home, `${home.brand}: my events`)
}

async function read(ctx: Ctx, query: RawBuilder<unknown>): Promise<CalendarRow[]> {
  return (await (query as RawBuilder<CalendarRow>).execute(ctx.db)).rows
}

/** Writes the file in batches: folding lines takes time, and other requests are waiting. */
async function written(rows: CalendarRow[], { brand, baseUrl }: CalendarHost, name: string): Promise<string> {
  const calendar = new ICalCalendar({
    prodId: { company: brand, product: 'Events', language: 'EN' },
    name,
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
  })
  const frame = calendar.toString()
  const end = frame.lastIndexOf('END:VCALENDAR')
  const zones = new Set<string>()
  const events: string[] = []
  for (const row of rows) {
    if (events.length % BATCH_SIZE === BATCH_SIZE - 1) await setImmediate()
    const where = [row.location, row.address].filter((words) => words !== null)
    const event = calendar.createEvent({
      // never changes, even if the instance moves to another domain
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

/** Wall-clock time with the zone's rules; UTC if there are no rules for the zone or the time is ambiguous. */
function whenOf({ starts, ends, starts_at, ends_at, time_zone }: CalendarRow) {
  // events that were stored under an older name
  const zone = readZone(time_zone) ?? time_zone
  if (zone === 'UTC' || starts === null || ends === null || zoneBlock(zone) === null)
    return { start: starts_at, end: ends_at, timezone: null }
  return { start: asWritten(starts), end: asWritten(ends), timezone: zone }
}

/** For ical-generator, which would convert a Date to the zone of this machine. It uses only `format` of such an object. */
const asWritten = (clock: string): ICalDateTimeValue => ({
  format: (part) => (part === 'YYYYMMDD' ? clock.slice(0, 8) : clock.slice(9)),
  // used only to find the earlier of two times
  toDate: () => new Date(`${clock.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')}Z`),
  toJSON: () => clock,
  isValid: () => true,
})

const blocks = new Map<string, string>()

/** Returns the rules of a zone under the requested name; for an alias the library writes the name of its target. */
function zoneBlock(zone: string): string | null {
  // for an unknown zone the library writes to the console
  if (!CALENDAR_ZONES.has(zone)) return null
  const block = blocks.get(zone) ?? tzlib_get_ical_block(zone)[0]!.replace(/^(TZID|X-LIC-LOCATION):.*$/gm, `$1:${zone}`)
  blocks.set(zone, block)
  return block
}
