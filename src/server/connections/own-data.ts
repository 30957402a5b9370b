/** The part of a member's data export that this room provides: kin. */
import { sql } from 'kysely'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'

export const connectionParts: OwnDataPart[] = [
  {
    name: 'kin',
    tables: ['connections'],
    page: byId(
      'c.id',
      (member, further) => sql`select c.id as place_, p.id, p.username, p.display_name,
        -- a declined requester is not told that he was declined
        case when c.status = 'declined' and c.requester_id = ${member}::uuid then 'pending' else c.status end as status,
        c.requester_id = ${member}::uuid as asked_by_you,
        c.created_at, c.accepted_at
      from connections c join profiles p
        on p.id = case when c.requester_id = ${member}::uuid then c.addressee_id else c.requester_id end
      where (c.requester_id = ${member}::uuid or c.addressee_id = ${member}::uuid) ${further}`,
    ),
  },
]
