/** The part of the copy of a member's data that this room provides. */
import { sql } from 'kysely'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'

export const seasonParts: OwnDataPart[] = [
  {
    name: 'answers_about_seasons',
    tables: ['season_answers'],
    page: onePage(
      (member) => sql`select a.pod_id, a.season, a.answer, a.answered_at
        from season_answers a where a.user_id = ${member}::uuid order by 1`,
    ),
  },
]
