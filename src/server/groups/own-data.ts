/** The parts of a member's data export that this room provides: memberships, requests, suggestions and exclusions. */
import { sql } from 'kysely'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'

export const groupParts: OwnDataPart[] = [
  {
    name: 'networks',
    tables: ['group_members', 'groups'],
    page: byId(
      'm.group_id',
      (member, further) => sql`select m.group_id as place_, m.group_id as network_id, g.name, m.role, m.joined_at,
        g.creator_id = m.user_id as made_by_you
        from group_members m join groups g on g.id = m.group_id where m.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'network_requests',
    tables: ['group_join_requests'],
    page: byId(
      'r.id',
      (
        member,
        further,
      ) => sql`select r.id as place_, r.group_id as network_id, r.message, r.status, r.created_at, r.reviewed_at
      from group_join_requests r where r.requester_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'network_suggestions',
    tables: ['group_creation_requests'],
    page: byId(
      'r.id',
      (
        member,
        further,
      ) => sql`select r.id as place_, r.group_name, r.description, r.location, r.status, r.reason, r.created_at, r.reviewed_at
      from group_creation_requests r where r.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'taken_out_of_networks',
    tables: ['group_exclusions'],
    page: byId(
      'x.group_id',
      (
        member,
        further,
      ) => sql`select x.group_id as place_, x.group_id as network_id, g.name, x.reason, x.created_at, x.until
        from group_exclusions x join groups g on g.id = x.group_id where x.user_id = ${member}::uuid ${further}`,
    ),
  },
]
