/** Usernames: which are allowed, and whether one is free. */
import { type RawBuilder, sql } from 'kysely'
import { USERNAME } from '#contract/members.ts'
import type { Database } from '../kernel/postgres/postgres.ts'
import { hasNeverSignedIn } from '../members/members.ts'
import { REFUSAL_MESSAGES } from './refusal-messages.ts'
import { Refused } from './replies.ts'

/** Names that seem to speak for the site, or to mean no member. */
const RESERVED = [
  'admin',
  'administrator',
  'fatherkin',
  'help',
  'me',
  'mod',
  'moderator',
  'moderators',
  'mods',
  'official',
  'pop',
  'postmaster',
  'root',
  'security',
  'staff',
  'support',
  'sysadmin',
  'system',
  'team',
  'unknown',
  'webmaster',
]

/** The same as reads_username() in the database: similar-looking names become equal. */
const looksOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('m', 'rn')
    .replace(/[^a-z\d]/g, '')

/** `own`: the names of this site and of its assistant; a username may not begin with them either. */
export function isUsableName(name: string, own: string[] = []): boolean {
  if (!USERNAME.test(name)) return false
  const looks = [looksOf(name), looksOf(name.replace(/\d+$/, ''))]
  // little or nothing is left of a name in another script, and many usernames would begin with that
  const [site = ''] = own.map(looksOf)
  if (site.length >= 4 && looks[0]!.startsWith(site)) return false
  return ![...RESERVED, ...own].some((word) => looksOf(word) && looks.includes(looksOf(word)))
}

/**
 * Refuses a name that a member has or had until lately, a name that looks like it, and one that speaks for the site.
 * Also refuses the name of an unverified sign-up, whatever address came with it: otherwise the answer would reveal
 * whose address it has.
 */
export async function checkUsernameFree({ db }: Database, username: string): Promise<void> {
  const { rows } = await sql`
    select from profiles p where reads_username(p.username) = reads_username(${username})
    union all
    select from taken_sign_ups t where reads_username(t.username) = reads_username(${username})
    union all
    select from left_names l where l.looks = left_name(${username}) and l.until > now()
    union all
    select where claims_office(${username}, true)
    limit 1`.execute(db)
  if (rows.length === 0) return
  const { message } = REFUSAL_MESSAGES.USERNAME_IS_ALREADY_TAKEN!
  throw new Refused(400, 'USERNAME_IS_ALREADY_TAKEN', message, { username: message })
}

/**
 * Keeps the names of sign-ups that a newer one replaces, for as long as each would have waited: a name that became free
 * would reveal that the newer sign-up has the same address. `gone`: rows of a username and when it was chosen.
 */
export const reserveLeftNames = (gone: RawBuilder<unknown>) => sql`
  insert into left_names (looks, until)
    select left_name(username), max(chosen_at) + interval '7 days' from (${gone}) gone group by 1
  on conflict (looks) do update set until = greatest(left_names.until, excluded.until)`

/** in a query with "user" u: the account was never verified, and never signed in to */
export const isUnusedAccount = sql<boolean>`not u."emailVerified" and ${hasNeverSignedIn(sql`u.id`)}`
