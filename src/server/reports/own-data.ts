/** This room's parts of the copy of a member's data: what he reported. It does not contain who reported him. */
import { sql } from 'kysely'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'

export const reportParts: OwnDataPart[] = [
  {
    name: 'reports',
    tables: ['reports'],
    page: byId(
      'r.id',
      (member, further) => sql`select r.id as place_, c.kind, c.subject_id, r.reason, r.note, r.created_at
        from reports r join report_cases c on c.id = r.case_id where r.reporter_id = ${member}::uuid ${further}`,
    ),
  },
]
