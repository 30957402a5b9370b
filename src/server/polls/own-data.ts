/** This room's parts of the copy of a member's data: votes in polls. */
import { sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'
import type { KeptRows } from '../kernel/own-rows.ts'

export const pollParts: OwnDataPart[] = [
  {
    name: 'votes_in_polls',
    tables: ['poll_votes'],
    page: byId(
      'v.post_id',
      (member, further) => sql`select v.post_id as place_, v.post_id,
        (select o.option_text from poll_options o where o.id = v.option_id) as option
        from poll_votes v where v.user_id = ${member}::uuid ${further}`,
    ),
  },
]

/** Stay without a name when the account is deleted, and the tallies with them. */
export const keptVotes: KeptRows<OwnTable<'polls'>>[] = [['poll_votes', 'user_id']]
