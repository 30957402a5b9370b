/** Names of browsers, and which browsers an account knows. */
import { sql } from 'kysely'
import type { Database } from '../kernel/postgres/postgres.ts'
import { noteSignIn } from '../members/members.ts'

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/CriOS|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export function deviceName(userAgent: string | null): string {
  const named = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = named(BROWSERS) ?? 'A browser'
  const system = named(SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}

export async function isKnownDevice({ db }: Database, userId: string, tokenHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns whether this program made the key: some account knows it. */
export async function isOwnKey({ db }: Database, tokenHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Remembers the browser. Returns `first` as true for the account's first one, about which no mail is sent. It locks the
 * account row first: a deletion of the account at the same time comes after it and deletes this as well, or is found
 * here.
 */
export const rememberDevice = (
  { db }: Pick<Database, 'db'>,
  userId: string,
  tokenHash: string,
): Promise<{ first: boolean; fresh: boolean }> =>
  db.transaction().execute(async (db) => {
    await sql`select from "user" u where u.id = ${userId} for key share`.execute(db)
    const { rows } = await sql<{ first: boolean; fresh: boolean }>`
      with here as (select u.id from "user" u where u.id = ${userId}
        and not exists (select from departures d where d.member_id = u.id)),
      before as (select count(*) as n from (select from known_devices where user_id = ${userId} limit 1) k),
      made as (insert into known_devices (user_id, token_hash) select h.id, ${tokenHash} from here h
        on conflict (user_id, token_hash) do update set last_seen_at = now() returning xmax = 0 as fresh),
      used as (${noteSignIn(sql`here`)})
      select before.n = 0 as first, coalesce(made.fresh, false) as fresh from before left join made on true`.execute(db)
    return rows[0]!
  })

/**
 * After a new password: deletes links mailed before, pending second steps, and the trust in every browser except the
 * one that was used. The accounts library ends the sessions.
 */
export async function forgetOldCredentials({ db }: Pick<Database, 'db'>, userId: string, kept = ''): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute()
  await db.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', '!=', kept).execute()
}
