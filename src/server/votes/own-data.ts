/** This room's parts of the copy of a member's data: votes. */
import { sql } from 'kysely'
import { byId, type OwnDataPart } from '../kernel/own-data.ts'

export const voteParts: OwnDataPart[] = [
  {
    name: 'votes_on_posts',
    tables: ['post_votes'],
    page: byId(
      'v.post_id',
      (
        member,
        further,
      ) => sql`select v.post_id as place_, v.post_id, case when v.is_upvote then 'up' else 'down' end as vote
        from post_votes v where v.user_id = ${member}::uuid ${further}`,
    ),
  },
  {
    name: 'votes_on_comments',
    tables: ['comment_votes'],
    page: byId(
      'v.comment_id',
      (member, further) => sql`select v.comment_id as place_, v.comment_id,
        case when v.is_upvote then 'up' else 'down' end as vote
        from comment_votes v where v.user_id = ${member}::uuid ${further}`,
    ),
  },
]
