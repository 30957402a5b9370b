/** Usernames: which may be had, and whether one is still free. */
import { sql } from 'kysely'
import { USERNAME } from '#contract/members.ts'
import type { Database } from '../kernel/db.ts'
import { Refused } from './replies.ts'
import { SENTENCES } from './sentences.ts'

/** Who is called so seems to speak for the site, or to be nobody. */
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

/** As looks_of() in the database: what remains of a name for a man who only glances at it. */
const looksOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replace(/[^a-z\d]/g, '')

/** `own`: what this site and its assistant are called; a name may not begin with them either. */
export function isUsableName(name: string, own: string[] = []): boolean {
  if (!USERNAME.test(name)) return false
  const looks = [looksOf(name), looksOf(name.replace(/\d+$/, ''))]
  // of a name in another script little or nothing is left, which many may begin with
  const [site = ''] = own.map(looksOf)
  if (site.length >= 4 && looks[0]!.startsWith(site)) return false
  return ![...RESERVED, ...own].some((word) => looksOf(word) && looks.includes(looksOf(word)))
}

/**
 * Refuses a name that somebody has or had until lately, or one that looks like it. The sign-up that waits for the same address is about to
 * make room, so its name is free for `email`.
 */
export async function mustBeFree({ db }: Database, username: string, email: string): Promise<void> {
  const { rows } = await sql`
    select from profiles p join "user" u on u.id = p.id
    where looks_of(p.username) = looks_of(${username}) and not (u.email = ${email} and ${unused})
    union all
    select from taken_sign_ups t join "user" u on u.id = t.user_id
    where looks_of(t.username) = looks_of(${username}) and u.email <> ${email}
    union all
    select from left_names l where l.looks = left_name(${username}) and l.until > now()
    limit 1`.execute(db)
  if (rows.length === 0) return
  const { message } = SENTENCES.USERNAME_IS_ALREADY_TAKEN!
  throw new Refused(400, 'USERNAME_IS_ALREADY_TAKEN', message, { username: message })
}

/** of "user" u: nobody has verified it, and nobody has signed in to it */
export const unused = sql<boolean>`not u."emailVerified" and exists (select from profiles_private s where s.id = u.id and s.signed_in_at is null)`
