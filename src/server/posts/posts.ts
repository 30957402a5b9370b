/** Posts: written by members into a category, read by whoever may see them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import { type NewPost, type Post, type PostCard, postFaults } from '#contract/posts.ts'
import type { Vote } from '#contract/votes.ts'
import { categoryColumn, countPost, mustExist } from '../categories/categories.ts'
import { bodyOf } from '../kernel/body.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { recordFact } from '../kernel/facts.ts'
import { excerptOf } from '../kernel/markdown.ts'
import { isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { authorColumn } from '../members/members.ts'
import { visiblePost } from './rules.ts'

export { visiblePost }

/**
 * The post may be seen by this viewer; a hidden one answers as a missing one. Gives what other rooms need of it.
 * `hold`, for writers: nobody deletes it before the transaction ends. No voter or writer waits for another because of it.
 */
export async function mustSeePost(
  ctx: Ctx,
  id: string,
  { hold = false } = {},
): Promise<{ id: string; is_public: boolean }> {
  const found = isId(id)
    ? await ctx.db
        .selectFrom('posts as p')
        .select(['p.id', publicColumn])
        .where('p.id', '=', id)
        .where(visiblePost(ctx.viewer))
        .$if(hold, (query) => query.forKeyShare('p'))
        .executeTakeFirst()
    : undefined
  return found ?? refuse(postFaults.notFound)
}

/** True when everyone may see it: only then does it count in the numbers that everyone sees. */
const publicColumn =
  sql<boolean>`(p.group_id is null or exists (select from groups g where g.id = p.group_id and g.is_public and g.status = 'approved'))`.as(
    'is_public',
  )

/** Cards of these posts that the viewer may see, in the order of the ids. One query, whatever the number. */
export async function loadCards(ctx: Ctx, ids: string[]): Promise<PostCard[]> {
  if (ids.length === 0) return []
  const rows = await cardQuery(ctx).where('p.id', 'in', ids).where(visiblePost(ctx.viewer)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function getPost(ctx: Ctx, id: string): Promise<Post> {
  const found = isId(id)
    ? await cardQuery(ctx)
        .select(['p.content', sql<Post['body']>`p.body`.as('body')])
        .where('p.id', '=', id)
        .where(visiblePost(ctx.viewer))
        .executeTakeFirst()
    : undefined
  return found ?? refuse(postFaults.notFound)
}

function cardQuery(ctx: Ctx) {
  const viewer = ctx.viewer?.id ?? null
  return ctx.db
    .selectFrom('posts as p')
    .select([
      'p.id',
      'p.title',
      'p.excerpt',
      'p.upvotes',
      'p.downvotes',
      'p.comment_count',
      'p.created_at',
      'p.updated_at',
    ])
    .select(sql<PostCard['type']>`p.type`.as('type'))
    .select([authorColumn('p.author_id'), categoryColumn('p.category_id')])
    .select(
      sql<
        PostCard['group']
      >`(select json_build_object('id', g.id, 'name', g.name, 'slug', g.slug, 'location', g.location)
        from groups g where g.id = p.group_id)`.as('group'),
    )
    .select(
      sql<Vote>`(select case when v.is_upvote then 'up' else 'down' end from post_votes v
        where v.post_id = p.id and v.user_id = ${viewer}::uuid)`.as('my_vote'),
    )
}

/** The same id and words twice are one post; the same id with other words, or by another man, is refused. */
export async function createPost(ctx: Ctx, input: z.output<typeof NewPost>): Promise<Post> {
  const author = mustBeMember(ctx, postFaults.signIn)
  const { id = randomUUID(), type, title, content, category_id } = input
  const body = await bodyOf(content)
  await inTransaction(ctx, async (ctx) => {
    await mustExist(ctx, category_id)
    const made = await ctx.db
      .insertInto('posts')
      .values({
        id,
        type,
        title,
        content,
        category_id,
        author_id: author.id,
        body: JSON.stringify(body),
        excerpt: excerptOf(body),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return mustBeRepeated(ctx, { id, type, title, content, category_id, author_id: author.id })
    await recordFact(ctx, 'post.created', { post_id: id })
    await countPost(ctx, category_id, 1)
    await ctx.db.updateTable('profiles').set({ post_count: sql`post_count + 1` }).where('id', '=', author.id).execute()
  })
  return getPost(ctx, id)
}

async function mustBeRepeated(
  ctx: Ctx,
  sent: z.output<typeof NewPost> & { id: string; author_id: string },
): Promise<void> {
  const same = await ctx.db
    .selectFrom('posts')
    .select('id')
    .where((where) => where.and(sent))
    .executeTakeFirst()
  if (!same) refuse(postFaults.idTaken)
}
