/** The parts of the copy of a member's data that this room provides. */
import { sql } from 'kysely'
import { byId, type OwnDataPart, onePage } from '../kernel/own-data.ts'

export const roundParts: OwnDataPart[] = [
  {
    name: 'check_ins',
    tables: ['check_ins'],
    page: byId(
      'c.id',
      (
        member,
        further,
      ) => sql`select c.id as place_, c.id, r.pod_id, r.number as round, c.outcome, c.win, c.struggle, c.ask,
          c.commitment_cue, c.commitment_action, c.private_lines, c.created_at, c.updated_at
        from check_ins c join rounds r on r.id = c.round_id where c.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'rounds',
    tables: ['round_results'],
    page: byId(
      'x.round_id',
      (member, further) => sql`select x.round_id as place_, r.pod_id, r.number as round, x.result
        from round_results x join rounds r on r.id = x.round_id where x.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'own_settings_of_pods',
    tables: ['round_places'],
    page: onePage(
      (member) => sql`select w.pod_id, w.reminders, w.paused_at, w.paused_until, w.pause_reason
        from round_places w where w.user_id = ${member}::uuid order by 1`,
    ),
  },
]
