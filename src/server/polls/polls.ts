/**
 * Polls: one vote per member in each poll, and the tallies of its options (the function is in db/functions/polls.sql).
 */
import { sql } from 'kysely'
import { type Poll, pollFaults } from '#contract/polls.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { readPost } from '../posts/posts.ts'

export { keptVotes, pollParts } from './own-data.ts'

/** The function `cast_poll_vote` writes this fact. */
export type PollFact = 'poll_vote.cast'

export async function castPollVote(ctx: Ctx, input: { post_id: string; option_id: string }): Promise<Poll> {
  const voter = mustBeMember(ctx, pollFaults.signIn)
  const { post_id, option_id } = input
  if (!isId(post_id)) refuse(pollFaults.postNotFound)
  // if the post exists, an invalid id is answered as an option that does not exist
  const option = isId(option_id) ? option_id : null
  const cast = async (ctx: Ctx): Promise<Poll> => {
    const { rows } = await sql<{ done: boolean }>`
      with place as materialized (select lock_writable_post(${post_id}::uuid, ${voter.id}::uuid) as is_open),
      seen as materialized (select p.id from place, posts p where p.id = ${post_id} and place.is_open)
      select cast_poll_vote(${voter.id}, seen.id, ${option}) as done from seen`.execute(ctx.db)
    if (!rows[0]) refuse(pollFaults.postNotFound)
    if (!rows[0].done) refuse(pollFaults.optionNotFound)
    // the post is locked here, so a vote that was counted never gets "not found"
    const { poll } = await readPost(ctx, post_id)
    return poll ?? refuse(pollFaults.optionNotFound)
  }
  return inTransaction(ctx, cast).catch((error: unknown) => {
    if (isBreach(error, 'gone')) refuse(pollFaults.postNotFound)
    throw error
  })
}
