/** Rows of accounts that are deleted when their time is over. */
import type { OwnTable } from '#db/owners.ts'
import type { Expired } from '../kernel/expired.ts'
import { switchOffLocalMode } from '../members/members.ts'

export const expiredKeys: Expired<OwnTable<'account'>>[] = [
  { table: 'verification', when: `"expiresAt" < now() - interval '1 day'` },
  {
    table: 'session',
    when: '"expiresAt" < now()',
    // a member without a session is not on the map
    also: switchOffLocalMode(
      'not exists (select from session other where other."userId" = s.id and other."expiresAt" >= now())',
    ),
  },
  // never verified and never signed in; the cookie of the browser that signed up lives as long
  {
    table: 'user',
    when: `not "emailVerified" and "createdAt" < now() - interval '7 days' and exists
      (select from profiles_private s where s.id = "user".id and s.signed_in_at is null)
      and not exists (select from departures d where d.member_id = "user".id)`,
  },
  // no browser keeps a cookie longer
  { table: 'known_devices', when: `last_seen_at < now() - interval '400 days'` },
]

export const expiredNames: Expired<OwnTable<'account'>>[] = [{ table: 'left_names', when: 'until < now()' }]

export const expiredSignUps: Expired<OwnTable<'account'>>[] = [
  { table: 'taken_sign_ups', when: `created_at < now() - interval '7 days'` },
]
