/** This room's parts of the copy of a member's data: questions to the assistant. */
import { sql } from 'kysely'
import { byId, type OwnDataPart, onePage } from '../kernel/own-data.ts'
import { sentencesOf } from './sentence-validity.ts'

export const assistantParts: OwnDataPart[] = [
  {
    name: 'questions_to_the_assistant',
    tables: ['assistant_questions'],
    page: byId(
      'q.id',
      (
        member,
        further,
      ) => sql`select q.id as place_, q.id, q.question, q.state, q.with_model, q.care as help_lines_shown,
        q.created_at, ${sentencesOf(sql`q.id`)} as sentences
      from assistant_questions q where q.member_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'questions_used',
    tables: ['assistant_usage'],
    page: onePage(
      (member) => sql`select u.month, u.used from assistant_usage u where u.member_id = ${member}::uuid order by 1`,
    ),
  },
  {
    name: 'questions_handed_on_to_other_dads',
    tables: ['assistant_handed_on'],
    page: byId(
      'h.post_id',
      (member, further) => sql`select h.post_id as place_, h.post_id, h.told_at
        from assistant_handed_on h where h.member_id = ${member}::uuid ${further}`,
    ),
  },
]
