/** The parts of the copy of a member's data that this room provides, and what is deleted at once when his account is. */
import { sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'
import type { OwnRows } from '../kernel/own-rows.ts'

/** That a pod passed over him is not in his copy, and no opinion about him: nobody sees a refusal. */
export const seekerParts: OwnDataPart[] = [
  {
    name: 'looking_for_a_pod',
    tables: ['seekers'],
    page: onePage(
      (member) => sql`select s.stages, s.time_zone, s.weeks, s.aims, s.since, s.seen_at
        from seekers s where s.user_id = ${member}::uuid`,
    ),
  },
  {
    name: 'pod_invitations',
    tables: ['pod_invitations'],
    page: onePage(
      (member) => sql`select i.pod_id, i.state, i.created_at, i.expires_at
        from pod_invitations i where i.user_id = ${member}::uuid and i.state <> 'passed' order by i.created_at, i.id`,
    ),
  },
  {
    name: 'places_opened',
    tables: ['pod_openings'],
    page: onePage(
      (member) => sql`select o.pod_id, o.places, o.stages, o.aims, o.opened_at, o.closed_at
        from pod_openings o where o.opened_by = ${member}::uuid order by o.opened_at, o.id`,
    ),
  },
  {
    name: 'trials_in_pods',
    tables: ['pod_trials'],
    page: onePage(
      (member) =>
        sql`select y.pod_id, y.last_round, y.created_at from pod_trials y
        where y.user_id = ${member}::uuid and y.ends_at is null order by 1`,
    ),
  },
  {
    name: 'said_it_does_not_fit',
    tables: ['trial_doubts'],
    page: onePage(
      (member) => sql`select d.pod_id, d.user_id from trial_doubts d where d.by_id = ${member}::uuid order by 1, 2`,
    ),
  },
]

export const ownSeekers: readonly OwnRows<OwnTable<'seekers'>>[] = [
  ['seekers', 'user_id'],
  ['pod_invitations', 'user_id'],
]
