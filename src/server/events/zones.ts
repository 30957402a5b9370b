/** Time zones that both the database and browsers know. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { faults } from '#contract/kernel.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'

const UNKNOWN_ZONE_MESSAGE = 'There is no such time zone'
/** To list the zones PostgreSQL reads several hundred files, so each database is asked once. */
const zonesByDatabase = new WeakMap<Kysely<DB>, Promise<Set<string>>>()

/** Checks the zone of an event. Call it outside of a transaction, because it may take a connection of its own. */
export async function mustBeZone({ db }: Ctx, zone: string): Promise<void> {
  if (zone !== 'UTC' && !(await zonesOf(db)).has(zone))
    refuse(faults.invalid, { fields: { time_zone: UNKNOWN_ZONE_MESSAGE } })
}

/**
 * The viewer's wall clock, by the database's clock. If the database does not know the zone but this program does, uses the
 * zone's present offset from UTC. If neither knows it, uses UTC, so that the viewer sees the lists all the same.
 */
export async function wallClock({ db }: Ctx, zone: string): Promise<RawBuilder<Date>> {
  if (zone === 'UTC' || (await zonesOf(db)).has(zone)) return sql<Date>`(now() at time zone ${zone})`
  const offset = isShown(zone) ? offsetOf(zone) : '00:00'
  return sql<Date>`(now() at time zone ${offset}::interval)`
}

/** Returns an offset such as "-03:00". */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '00:00'
}

function zonesOf(db: Kysely<DB>): Promise<Set<string>> {
  const asked = zonesByDatabase.get(db) ?? ask(db)
  zonesByDatabase.set(db, asked)
  // after a failure, ask again
  asked.catch(() => zonesByDatabase.delete(db))
  return asked
}

/**
 * An event needs a zone that both know: otherwise it could not be stored, or not be shown. Leaves out CET, EET, MET and WET:
 * PostgreSQL reads these old names as abbreviations without summer time.
 */
async function ask(db: Kysely<DB>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names
    where name in ('UTC', 'GMT') or name not in (select abbrev from pg_timezone_abbrevs)`.execute(db)
  return new Set(rows.map(({ name }) => name).filter(isShown))
}

function isShown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
