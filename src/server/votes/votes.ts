/**
 * Votes: the member's own row and the tally of its target change in one transaction, O(1) whatever the target's age.
 * Lock order: the target against deletion (shared), the pair of member and target (advisory), his vote, then the tally
 * last, so that a hot post is held briefly.
 */
import { sql } from 'kysely'
import { type Direction, type Tally, type Vote, voteFaults } from '#contract/votes.ts'
import { mustSeeComment } from '../comments/comments.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { type FactKind, recordFact } from '../kernel/facts.ts'
import { mustSeePost } from '../posts/posts.ts'

interface Target {
  table: 'posts' | 'comments'
  votes: 'post_votes' | 'comment_votes'
  column: 'post_id' | 'comment_id'
  fact: FactKind
}

const POST: Target = { table: 'posts', votes: 'post_votes', column: 'post_id', fact: 'vote.cast' }
const COMMENT: Target = { table: 'comments', votes: 'comment_votes', column: 'comment_id', fact: 'comment_vote.cast' }

export async function castPostVote(ctx: Ctx, input: { post_id: string; direction: Direction }): Promise<Tally> {
  mustBeMember(ctx, voteFaults.signIn)
  return inTransaction(ctx, async (ctx) => {
    const { id } = await mustSeePost(ctx, input.post_id, { hold: true })
    return cast(ctx, POST, id, input.direction)
  })
}

export async function castCommentVote(ctx: Ctx, input: { comment_id: string; direction: Direction }): Promise<Tally> {
  mustBeMember(ctx, voteFaults.signIn)
  return inTransaction(ctx, async (ctx) => {
    const { id } = await mustSeeComment(ctx, input.comment_id, { hold: true })
    return cast(ctx, COMMENT, id, input.direction)
  })
}

async function cast(ctx: Ctx, target: Target, id: string, direction: Direction): Promise<Tally> {
  const voter = mustBeMember(ctx, voteFaults.signIn)
  const { table, votes, column } = {
    table: sql.table(target.table),
    votes: sql.table(target.votes),
    column: sql.ref(target.column),
  }
  // two requests of the same man for the same target wait for each other here, and for nobody else
  await sql`select pg_advisory_xact_lock(hashtextextended(${voter.id + id}, 0))`.execute(ctx.db)
  const { rows: had } = await sql<{ is_upvote: boolean }>`
    delete from ${votes} where user_id = ${voter.id} and ${column} = ${id} returning is_upvote`.execute(ctx.db)
  if (direction !== 'none') {
    await sql`insert into ${votes} (${column}, user_id, is_upvote) values (${id}, ${voter.id}, ${direction === 'up'})`.execute(
      ctx.db,
    )
  }
  const before: Vote = had[0] ? (had[0].is_upvote ? 'up' : 'down') : null
  const after: Vote = direction === 'none' ? null : direction
  if (before !== after) await recordFact(ctx, target.fact, { [target.column]: id, direction })
  const change = (way: Vote) => Number(after === way) - Number(before === way)
  const { rows } = await sql<{ upvotes: number; downvotes: number }>`
    update ${table} set upvotes = upvotes + ${change('up')}::int, downvotes = downvotes + ${change('down')}::int
    where id = ${id} returning upvotes, downvotes`.execute(ctx.db)
  return { id, ...rows[0]!, my_vote: after }
}
