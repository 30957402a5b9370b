/** Time zones: those by which the database reckons, and which a browser can show. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { faults } from '#contract/kernel.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'

const SAY = 'There is no such time zone'
/** To list them the database reads some hundred files: asked once of each. */
const known = new WeakMap<Kysely<DB>, Promise<Set<string>>>()

/** Of an event. Outside of a transaction: each has a connection of its own. */
export async function mustBeZone({ db }: Ctx, zone: string): Promise<void> {
  if (zone !== 'UTC' && !(await zonesOf(db)).has(zone)) refuse(faults.invalid, { fields: { time_zone: SAY } })
}

/**
 * The clock on the viewer's wall, by the database's own. A zone that is newer than the database, and that only his browser
 * and this program know, is as far from UTC as it is at this moment; one that nobody here knows is UTC: he is to see the
 * lists all the same.
 */
export async function wallClock({ db }: Ctx, zone: string): Promise<RawBuilder<Date>> {
  if (zone === 'UTC' || (await zonesOf(db)).has(zone)) return sql<Date>`(now() at time zone ${zone})`
  const offset = isShown(zone) ? offsetOf(zone) : '00:00'
  return sql<Date>`(now() at time zone ${offset}::interval)`
}

/** "-03:00" */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '00:00'
}

function zonesOf(db: Kysely<DB>): Promise<Set<string>> {
  const asked = known.get(db) ?? ask(db)
  known.set(db, asked)
  // what failed is asked again
  asked.catch(() => known.delete(db))
  return asked
}

/**
 * A zone that only one of the two knows would be an event that nobody can keep, or that nobody can show. Some old names are
 * abbreviations as well, which the database takes first, and for which it knows no summer: CET, EET, MET, WET.
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
