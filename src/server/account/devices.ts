/** Browsers in words, and which of them an account knows. */
import { sql } from 'kysely'
import type { Database } from '../kernel/db.ts'

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

/** Whether this key was ever given out: some account knows it. */
export async function isOurs({ db }: Database, tokenHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Remembers the browser. `first` is true for the account's very first one, which is no news to anybody. */
export async function rememberDevice(
  { db }: Database,
  userId: string,
  tokenHash: string,
): Promise<{ first: boolean; fresh: boolean }> {
  const { rows } = await sql<{ first: boolean; fresh: boolean }>`
    with before as (select count(*) as n from (select from known_devices where user_id = ${userId} limit 1) k),
    made as (insert into known_devices (user_id, token_hash) values (${userId}, ${tokenHash})
      on conflict (user_id, token_hash) do update set last_seen_at = now() returning xmax = 0 as fresh),
    used as (update profiles_private set signed_in_at = now() where id = ${userId} and signed_in_at is null)
    select before.n = 0 as first, made.fresh from before, made`.execute(db)
  return rows[0]!
}

/**
 * A new password ends what the old one opened: links mailed before, second steps under way, and the trust in every
 * browser but the one it was chosen in. (Its sessions are the accounts library's part.)
 */
export async function forgetOldWays({ db }: Pick<Database, 'db'>, userId: string, kept = ''): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute()
  await db.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', '!=', kept).execute()
}
