/** The parts of a member's data export that this room provides: memberships, requests, exclusions, and what he still reads. */
import { sql } from 'kysely'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'

export const podParts: OwnDataPart[] = [
  {
    name: 'pods',
    tables: ['pod_members', 'pods'],
    page: byId(
      'm.id',
      (
        member,
        further,
      ) => sql`select m.id as place_, m.pod_id, p.name, m.joined_at, p.ended_at, p.creator_id = m.user_id as made_by_you
      from pod_members m join pods p on p.id = m.pod_id where m.user_id = ${member}::uuid and m.is_active ${further}`,
    ),
  },
  {
    name: 'pod_requests',
    tables: ['pod_join_requests'],
    page: byId(
      'r.id',
      (member, further) => sql`select r.id as place_, r.pod_id, r.message, r.status, r.created_at, r.reviewed_at
      from pod_join_requests r where r.requester_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'taken_out_of_pods',
    tables: ['pod_exclusions'],
    page: byId(
      'x.pod_id',
      (member, further) => sql`select x.pod_id as place_, x.pod_id, p.name, x.reason, x.created_at, x.until
        from pod_exclusions x join pods p on p.id = x.pod_id where x.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'pods_still_read',
    tables: ['pod_former_members'],
    page: byId(
      'f.pod_id',
      (member, further) => sql`select f.pod_id as place_, f.pod_id, p.name, f.left_at, f.until
        from pod_former_members f join pods p on p.id = f.pod_id where f.user_id = ${member}::uuid ${further}`,
    ),
  },
]
