/** Time zones that the database, Intl and the library of calendar files know. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { tzlib_get_timezones } from 'timezones-ical-library'
import { faults } from '#contract/kernel.ts'
import { isKnownZone, OLD_NAMES, readZone } from '#contract/zone-words.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'

const UNKNOWN_ZONE_MESSAGE = 'We do not know this time zone. Please choose another one.'
/** To list the zones PostgreSQL reads several hundred files, so each database is asked once. */
const zonesByDatabase = new WeakMap<Kysely<DB>, Promise<Set<string>>>()
/** The zones whose rules a calendar file can contain. */
export const CALENDAR_ZONES = new Set(tzlib_get_timezones())

/**
 * Returns the name that is stored for a zone of the contract: its own, or that of a zone with the same clocks if the database
 * is older than the name. Refuses a zone without one. Call it outside of a transaction, because it may take a connection of its
 * own.
 */
export async function storableZone({ db }: Ctx, zone: string): Promise<string> {
  if (zone === 'UTC') return zone
  const zones = await zonesOf(db)
  const stored = zones.has(zone) ? zone : twinOf(zone, zones)
  return stored ?? refuse(faults.invalid, { fields: { time_zone: UNKNOWN_ZONE_MESSAGE } })
}

interface LocalTime {
  event_date: string
  event_time: string
  end_time?: string | null | undefined
  time_zone: string
}

/** A day and times at an offset that no zone has all year, such as "-03:30", in UTC. Others stay as they are. */
export function inStorableZone<Sent extends LocalTime>(sent: Sent): Sent {
  const { event_date, event_time, end_time, time_zone } = sent
  if (!isOffset(time_zone)) return sent
  const utc = (time: string) => new Date(`${event_date}T${time}:00${time_zone}`).toISOString()
  const [day, time] = [utc(event_time).slice(0, 10), utc(event_time).slice(11, 16)]
  const end = end_time ? { end_time: utc(end_time).slice(11, 16) } : {}
  return { ...sent, ...end, event_date: day, event_time: time, time_zone: 'UTC' }
}

/** The zone that is the nearest one to an offset that no zone has, if only the distance between two zones matters. */
export function nearestZone(zone: string): string {
  const nearest = isOffset(zone) ? readZone(zone.slice(0, 3)) : zone
  return nearest === null || isOffset(nearest) ? 'UTC' : nearest
}

/** True for the offsets that `readZone` leaves as they are. */
export const isOffset = (zone: string) => /^[+-]/.test(zone)

/**
 * The viewer's wall clock, by the database's clock. If the database does not know the zone but this program does, uses the
 * zone's present offset from UTC. If neither knows it, uses UTC, so that the viewer sees the lists all the same.
 */
export async function wallClock({ db }: Ctx, zone: string): Promise<RawBuilder<Date>> {
  if (zone === 'UTC' || (await zonesOf(db)).has(zone)) return sql<Date>`(now() at time zone ${zone})`
  const offset = isKnownZone(zone) ? offsetAt(offsetClock(zone), new Date()) : '00:00'
  // as an interval: PostgreSQL reads the text '+05:30' with the opposite sign
  return sql<Date>`(now() at time zone ${offset}::interval)`
}

const offsetClock = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })

/** Returns an offset such as "-03:00". */
const offsetAt = (clock: Intl.DateTimeFormat, at: Date): string =>
  clock
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', '') || '00:00'

/** How far ahead the clocks of two zones are compared; an event is at most five years ahead. */
const WEEKS_COMPARED = 6 * 52
const WEEK_MS = 7 * 24 * 3_600_000

/** The twins that were looked for in each database: one search formats 300 moments in hundreds of zones. */
const twinsByDatabase = new WeakMap<Set<string>, Map<string, string | undefined>>()

/** Returns the zone of the database that stands for a zone that only this program knows. */
function twinOf(zone: string, zones: Set<string>): string | undefined {
  const twins = twinsByDatabase.get(zones) ?? new Map<string, string | undefined>()
  twinsByDatabase.set(zones, twins)
  if (!isKnownZone(zone)) return undefined
  if (!twins.has(zone)) twins.set(zone, findTwin(zone, zones))
  return twins.get(zone)
}

/** Prefers the older name of the same zone, then a zone of the same continent whose clocks show the same. */
function findTwin(zone: string, zones: Set<string>): string | undefined {
  const old = OLD_NAMES.get(zone)
  if (old !== undefined && zones.has(old)) return old
  const own = offsetClock(zone)
  const now = Date.now()
  const weeks = Array.from({ length: WEEKS_COMPARED }, (_, week) => new Date(now + week * WEEK_MS))
  const offsets = weeks.map((at) => offsetAt(own, at))
  const isSame = (other: string) => {
    const clock = offsetClock(other)
    return weeks.every((at, week) => offsetAt(clock, at) === offsets[week])
  }
  const continent = zone.slice(0, zone.indexOf('/') + 1)
  const isNear = (other: string) => continent !== '' && other.startsWith(continent)
  return [...zones].filter(isNear).find(isSame) ?? [...zones].find((other) => !isNear(other) && isSame(other))
}

function zonesOf(db: Kysely<DB>): Promise<Set<string>> {
  const asked = zonesByDatabase.get(db) ?? ask(db)
  zonesByDatabase.set(db, asked)
  // after a failure, ask again
  asked.catch(() => zonesByDatabase.delete(db))
  return asked
}

/**
 * An event needs a zone that all three know: otherwise it could not be stored, shown or written to a calendar. Leaves out names
 * such as CET: PostgreSQL reads them as abbreviations without summer time.
 */
async function ask(db: Kysely<DB>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names
    where name in ('UTC', 'GMT') or name not in (select abbrev from pg_timezone_abbrevs) order by name`.execute(db)
  return new Set(rows.map(({ name }) => name).filter((name) => CALENDAR_ZONES.has(name) && isKnownZone(name)))
}
