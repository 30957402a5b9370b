/**
 * Votes. One statement changes the member's own row, the tally of its target and the fact, in O(1) whatever the
 * target's age (the functions and their lock order are in db/functions/votes.sql).
 */
import { sql } from 'kysely'
import type { Fault } from '#contract/kernel.ts'
import { type Direction, type Tally, voteFaults } from '#contract/votes.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { makePerKeyLimit } from '../kernel/postgres/postgres.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { votableComment } from './rules.ts'

export { voteParts } from './own-data.ts'
/**
 * The functions `cast_post_vote` and `cast_comment_vote` write these facts, because a vote is one statement. Nobody is
 * notified at once.
 */
export type VoteFact = 'vote.cast' | 'comment_vote.cast'

const BATCH_SIZE = 100

/**
 * At most two votes per target are in the database at the same time: one commits, the next waits. More would wait there
 * for the row lock, each on a connection of its own, and be slower. Load shedding limits a process to 300 requests at once.
 */
const turns = makePerKeyLimit(2, { hanging: 100, most: 500 })

type Counts = Pick<Tally, 'upvotes' | 'downvotes'>

export async function castPostVote(ctx: Ctx, input: { post_id: string; direction: Direction }): Promise<Tally> {
  const voter = mustBeMember(ctx, voteFaults.signIn)
  const { post_id, direction } = input
  return tallied(ctx, post_id, direction, voteFaults.postNotFound, async () => {
    const { rows } = await sql<Counts>`
      with place as materialized (select lock_writable_post(${post_id}::uuid, ${voter.id}::uuid) as is_open),
      seen as materialized (select p.id from place, posts p where p.id = ${post_id} and place.is_open)
      select t.upvotes, t.downvotes from seen
      cross join lateral cast_post_vote(${voter.id}, seen.id, ${direction}) t`.execute(ctx.db)
    return rows[0]
  })
}

export async function castCommentVote(ctx: Ctx, input: { comment_id: string; direction: Direction }): Promise<Tally> {
  const voter = mustBeMember(ctx, voteFaults.signIn)
  const { comment_id, direction } = input
  return tallied(ctx, comment_id, direction, voteFaults.commentNotFound, async () => {
    const { rows } = await sql<Counts>`
      with place as materialized (
        select k.id, lock_writable_post(k.post_id, ${voter.id}::uuid) as is_open from comments k
        where k.id = ${comment_id} and ${votableComment(voter)}),
      seen as materialized (select place.id from place where place.is_open)
      select t.upvotes, t.downvotes from seen
      cross join lateral cast_comment_vote(${voter.id}, seen.id, ${direction}) t`.execute(ctx.db)
    return rows[0]
  })
}

/**
 * Takes back some of a member's votes when he deletes his account, as he would himself, so tallies and karma follow.
 * One transaction for each vote, so no transaction waits for a second post while it locks a first. Returns true if
 * there may be more.
 */
export async function takeBackVotes(ctx: Ctx, member: string): Promise<boolean> {
  const { rows } = await sql<{ post_id: string | null; comment_id: string | null }>`
    (select v.post_id, null::uuid as comment_id from post_votes v where v.user_id = ${member}::uuid
      order by v.post_id limit ${sql.lit(BATCH_SIZE)})
    union all (select null, v.comment_id from comment_votes v where v.user_id = ${member}::uuid
      order by v.comment_id limit ${sql.lit(BATCH_SIZE)})`.execute(ctx.db)
  for (const { post_id, comment_id } of rows) {
    const back = post_id
      ? sql`select from cast_post_vote(${member}::uuid, ${post_id}::uuid, 'none')`
      : sql`select from cast_comment_vote(${member}::uuid, ${comment_id}::uuid, 'none')`
    await retried(ctx, () => back.execute(ctx.db)).catch((error: unknown) => {
      // the target and the vote were deleted in the meantime
      if (!isBreach(error, 'gone')) throw error
    })
  }
  return rows.length > 0
}

async function tallied(
  ctx: Ctx,
  id: string,
  direction: Direction,
  missing: Fault,
  cast: () => Promise<Counts | undefined>,
): Promise<Tally> {
  if (!isId(id)) refuse(missing)
  const counts = await turns
    .take(id, () => retried(ctx, cast))
    .catch((error: unknown) => {
      // the target was deleted while the vote was pending
      if (isBreach(error, 'gone')) return undefined
      throw error
    })
  if (!counts) refuse(missing)
  return { id, ...counts, my_vote: direction === 'none' ? null : direction }
}
