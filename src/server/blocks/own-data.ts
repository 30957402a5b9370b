/** The parts of a member's data export that this room provides: the members whom he has blocked. */
import { sql } from 'kysely'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'

export const blockParts: OwnDataPart[] = [
  {
    // only the members whom he has blocked: he must not learn who has blocked him
    name: 'blocked',
    tables: ['blocks'],
    page: byId(
      'b.blocked_id',
      (
        member,
        further,
      ) => sql`select b.blocked_id as place_, p.id, p.username, b.created_at from blocks b join profiles p on p.id = b.blocked_id
      where b.blocker_id = ${member}::uuid ${further}`,
    ),
  },
]
