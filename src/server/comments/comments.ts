/** Comments: below a post, oldest first, by whoever sees the post. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Comment, commentFaults } from '#contract/comments.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { Vote } from '#contract/votes.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { bodyOf } from '../kernel/body.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { recordFact } from '../kernel/facts.ts'
import { isId, keyOf, pageOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { authorColumn } from '../members/members.ts'
import { mustSeePost, visiblePost } from '../posts/posts.ts'

export async function listComments(ctx: Ctx, input: { post_id: string; after?: string }): Promise<PageOf<Comment>> {
  const key = keyOf(input.after)
  const { id } = await mustSeePost(ctx, input.post_id)
  const rows = await commentQuery(ctx)
    .where('k.post_id', '=', id)
    .$if(key !== null, (query) => query.where(sql<boolean>`(k.created_at, k.id) > (${key!.created_at}, ${key!.id})`))
    .orderBy('k.created_at')
    .orderBy('k.id')
    .limit(PAGE_SIZE + 1)
    .execute()
  return pageOf(rows, PAGE_SIZE)
}

/** The comment may be seen, because its post may be. `hold` as for posts. */
export async function mustSeeComment(
  ctx: Ctx,
  id: string,
  { hold = false } = {},
): Promise<{ id: string; post_id: string }> {
  const found = isId(id)
    ? await ctx.db
        .selectFrom('comments as k')
        .innerJoin('posts as p', 'p.id', 'k.post_id')
        .select(['k.id', 'k.post_id'])
        .where('k.id', '=', id)
        .where(visiblePost(ctx.viewer))
        .$if(hold, (query) => query.forKeyShare('k'))
        .executeTakeFirst()
    : undefined
  return found ?? refuse(commentFaults.notFound)
}

export async function createComment(
  ctx: Ctx,
  input: { post_id: string; id?: string; content: string },
): Promise<Comment> {
  const author = mustBeMember(ctx, commentFaults.signIn)
  const { id = randomUUID(), content } = input
  const body = await bodyOf(content)
  await inTransaction(ctx, async (ctx) => {
    const post = await mustSeePost(ctx, input.post_id, { hold: true })
    const made = await ctx.db
      .insertInto('comments')
      .values({ id, post_id: post.id, author_id: author.id, content, body: JSON.stringify(body) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return mustBeRepeated(ctx, { id, post_id: post.id, content, author_id: author.id })
    await recordFact(ctx, 'comment.created', { comment_id: id, post_id: post.id })
    await ctx.db.updateTable('posts').set({ comment_count: sql`comment_count + 1` }).where('id', '=', post.id).execute()
    if (!post.is_public) return
    await ctx.db
      .updateTable('profiles')
      .set({ comment_count: sql`comment_count + 1` })
      .where('id', '=', author.id)
      .execute()
  })
  return commentQuery(ctx).where('k.id', '=', id).executeTakeFirstOrThrow()
}

async function mustBeRepeated(
  ctx: Ctx,
  sent: { id: string; post_id: string; content: string; author_id: string },
): Promise<void> {
  const { id, post_id, content, author_id } = sent
  const same = await ctx.db
    .selectFrom('comments')
    .select('id')
    .where((where) => where.and({ id, post_id, content, author_id }))
    .executeTakeFirst()
  if (!same) refuse(commentFaults.idTaken)
}

function commentQuery(ctx: Ctx) {
  const viewer = ctx.viewer?.id ?? null
  return ctx.db
    .selectFrom('comments as k')
    .select(['k.id', 'k.post_id', 'k.content', 'k.upvotes', 'k.downvotes', 'k.created_at', 'k.updated_at'])
    .select([sql<Comment['body']>`k.body`.as('body'), authorColumn('k.author_id')])
    .select(
      sql<Vote>`(select case when v.is_upvote then 'up' else 'down' end from comment_votes v
        where v.comment_id = k.id and v.user_id = ${viewer}::uuid)`.as('my_vote'),
    )
}
