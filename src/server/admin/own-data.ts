/** This room's parts of the copy of a member's data: what administrators did to his account. */
import { sql } from 'kysely'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'

export const adminParts: OwnDataPart[] = [
  {
    name: 'administrators_decided',
    tables: ['admin_log'],
    page: byId(
      'l.id',
      (member, further) => sql`select l.id as place_, l.what, l.reason, l.created_at
        from admin_log l where l.subject_id = ${member}::uuid ${further}`,
    ),
  },
]
