/** The parts of the copy of a member's data that this room provides. */
import { sql } from 'kysely'
import { byId, type OwnDataPart, onePage } from '../kernel/own-data.ts'

/** The check-ins themselves are a thing (thing.ts). */
export const roundParts: OwnDataPart[] = [
  {
    name: 'asks_taken',
    tables: ['check_in_asks'],
    page: byId(
      'k.check_in_id',
      (member, further) => sql`select k.check_in_id as place_, r.pod_id, r.number as round, k.words, k.taken_at
        from check_in_asks k join check_ins c on c.id = k.check_in_id join rounds r on r.id = c.round_id
        where k.taken_by = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'rounds',
    tables: ['round_results', 'rounds'],
    page: byId(
      'x.round_id',
      (member, further) => sql`select x.round_id as place_, r.pod_id, r.number as round,
          case x.result when 'missed' then 'no check-in' else x.result end as result, r.host_id = x.user_id as hosted
        from round_results x join rounds r on r.id = x.round_id where x.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'own_settings_of_pods',
    tables: ['round_places'],
    page: onePage(
      (member) => sql`select w.pod_id, w.reminders, w.paused_at, w.paused_until, w.pause_reason,
          w.left_until, w.rested_until, w.signed_at, w.kept_until, w.stopped_mails
        from round_places w where w.user_id = ${member}::uuid order by 1`,
    ),
  },
]
