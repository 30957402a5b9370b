/** A check-in as a thing that can be reported, removed and copied. */
import { sql } from 'kysely'
import { OUTCOME_WORDS, OUTCOMES } from '#contract/round-words.ts'
import { byId } from '../kernel/own-data.ts'
import { type RemovableThing, shownToNobody } from '../kernel/thing.ts'
import { removeCheckIn } from './check-ins.ts'
import { isInPodOf } from './rules.ts'

const shown = (name: 'win' | 'struggle' | 'commitment', words: ReturnType<typeof sql>) =>
  sql`case when not ${sql.lit(name)} = any (c.private_lines) then ${words} end`

const outcomeWords = sql`case c.outcome ${sql.join(
  OUTCOMES.map((outcome) => sql`when ${sql.lit(outcome)} then ${sql.lit(OUTCOME_WORDS[outcome].commitment)}`),
  sql` `,
)} end`

export const checkInThing: RemovableThing = {
  // what the pod reads: private lines are nobody's but the author's, also in a report
  seenBy: (viewer, id) => sql`
    select c.user_id as author_id, null as title, concat_ws(E'\n', ${outcomeWords}, ${shown('win', sql`c.win`)},
      ${shown('struggle', sql`c.struggle`)}, c.ask,
      ${shown('commitment', sql`nullif(concat_ws(', ', c.commitment_cue, c.commitment_action), '')`)}) as content, p.name as place, null as path
    from check_ins c join rounds r on r.id = c.round_id join pods p on p.id = r.pod_id
    where c.id = ${id} and ${isInPodOf(sql`r.pod_id`, sql`${viewer.id}::uuid`)}`,
  state: (id) => sql`(select 'there' from check_ins said where said.id = ${id})`,
  // the log names it only after its removal, when the row is gone
  authorOf: () => sql`null::uuid`,
  shownTo: shownToNobody,
  factKey: 'check_in_id',
  remove: removeCheckIn,
  ownData: [
    {
      name: 'check_ins',
      tables: ['check_ins'],
      page: byId(
        'c.id',
        (
          member,
          further,
        ) => sql`select c.id as place_, c.id, r.pod_id, r.number as round, c.outcome, c.win, c.struggle, c.ask,
          k.answer as ask_answer, c.commitment_cue, c.commitment_action, c.private_lines, c.created_at, c.updated_at
        from check_ins c join rounds r on r.id = c.round_id left join check_in_asks k on k.check_in_id = c.id
        where c.user_id = ${member}::uuid ${further}`,
      ),
    },
  ],
}
