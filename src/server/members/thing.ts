/** A member's profile as a thing that can be reported and copied. It is not removed: an administrator suspends the member. */
import { sql } from 'kysely'
import { PROFILE_FIELDS } from '#contract/profile-words.ts'
import { wantsNotices } from '../kernel/jobs/jobs.ts'
import { onePage } from '../kernel/own-data.ts'
import type { Thing } from '../kernel/thing.ts'
import { isVerified, notBlocked } from './rules.ts'

/** What others read on a profile, below its name. */
const TEXTS = sql.join(
  PROFILE_FIELDS.public.filter((name) => name !== 'display_name').map((name) => sql.ref(`p.${name}`)),
)

export const profileThing: Thing = {
  seenBy: (viewer, id) => sql`
    select p.id as author_id, coalesce(p.display_name, p.username) as title, concat_ws(E'\n', ${TEXTS}) as content,
      null as place, '/user/' || p.username as path
    from profiles p join "user" u on u.id = p.id join profiles_private s on s.id = p.id
    where p.id = ${id} and ${isVerified} and ${notBlocked(viewer, sql`p.id`)}`,
  state: (id) => sql`(select 'there' from profiles p where p.id = ${id})`,
  authorOf: (id) => sql`(select p.id from profiles p where p.id = ${id})`,
  shownTo: (_administrator, id) => sql`
    select coalesce(p.display_name, p.username) as name, '/user/' || p.username as path from profiles p where p.id = ${id}`,
  ownData: [
    {
      name: 'profile',
      tables: ['profiles', 'images'],
      page: onePage((member) => sql`select p.* from profiles p where p.id = ${member}::uuid`),
    },
    {
      name: 'private_profile_and_settings',
      tables: ['profiles_private', 'notice_wishes'],
      page: onePage(
        (
          member,
        ) => sql`select ${sql.join(PROFILE_FIELDS.private.map((field) => sql.ref(`s.${field}`)))}, s.local_mode_enabled, s.latitude, s.longitude,
          s.dark_mode_enabled, s.onboarding_completed, s.is_admin, s.suspended_at, s.suspended_reason, s.plan,
          s.is_quotable as assistant_may_quote_you,
          ${wantsNotices(sql`s.id`)} as wants_mails
        from profiles_private s where s.id = ${member}::uuid`,
      ),
    },
  ],
}
