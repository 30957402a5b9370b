/** Polls: the member's one vote in each, and the tallies of its options (the function is in migration 006). */
import { sql } from 'kysely'
import { type Poll, pollFaults } from '#contract/polls.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { getPost, visiblePost } from '../posts/posts.ts'

export async function castPollVote(ctx: Ctx, input: { post_id: string; option_id: string }): Promise<Poll> {
  const voter = mustBeMember(ctx, pollFaults.signIn)
  const { post_id, option_id } = input
  if (!isId(post_id)) refuse(pollFaults.postNotFound)
  // an id that can be none is answered as an option that is not there, once the post is known to be there
  const option = isId(option_id) ? option_id : null
  const cast = () =>
    sql<{ done: boolean }>`
      select cast_poll_vote(${voter.id}, p.id, ${option}) as done from posts p
      where p.id = ${post_id} and ${visiblePost(ctx.viewer)}`.execute(ctx.db)
  const { rows } = await retried(ctx, cast).catch((error: unknown) => {
    if (isBreach(error, 'gone')) return { rows: [] }
    throw error
  })
  if (!rows[0]) refuse(pollFaults.postNotFound)
  if (!rows[0].done) refuse(pollFaults.optionNotFound)
  const { poll } = await getPost(ctx, post_id)
  return poll ?? refuse(pollFaults.optionNotFound)
}
