/** Comments below a post, oldest first. Every member who sees the post may write them; their authors edit them. */
import { randomUUID } from 'node:crypto'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Comment, commentFaults } from '#contract/comments.ts'
import { postFaults } from '#contract/posts.ts'
import { SAY } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember, retried } from '../kernel/ctx.ts'
import { hasSeen, LATER, newerOf, refuseUsed } from '../kernel/idempotency.ts'
import { isId } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { factOf, notifyFor, record } from '../kernel/stream/stream.ts'
import { parseBody } from '../kernel/text/text.ts'

import { countedPost, mustSeePost, whyNotDelete, whyNotEdit } from '../posts/posts.ts'
import { commentFacts } from './facts.ts'
import { commentOf, one, readComment } from './reading.ts'
import { visibleComment } from './rules.ts'

export type { CommentFact } from './facts.ts'
export { listMemberComments } from './of-member.ts'
export { getThread, listComments } from './reading.ts'
export { commentThing, keptComments } from './thing.ts'

/**
 * Stores the comment, the fact and the counts in one statement. It touches the post's row once, to count. A separate
 * lock before that would let two such statements deadlock on the row. If the same id and words are sent again, the
 * existing comment is returned, also after an edit.
 */
export async function createComment(
  ctx: Ctx,
  input: { post_id: string; id?: string; content: string },
): Promise<Comment> {
  const author = mustBeMember(ctx, commentFaults.signIn)
  const { id = randomUUID(), post_id, content } = input
  if (!isId(post_id)) refuse(postFaults.notFound)
  const body = parseBody(content)
  const data = sql`jsonb_build_object('comment_id', made.id, 'post_id', made.post_id) from made`
  const insert = () =>
    sql`
    with place as materialized (select lock_writable_post(${post_id}::uuid, ${author.id}::uuid) as is_open),
    held as materialized (select lock_existing_post(${post_id}::uuid) as stands from place where place.is_open),
    seen as materialized (select p.id from held, posts p where p.id = ${post_id} and held.stands),
    made as (
      insert into comments (id, post_id, author_id, content, body)
      select ${id}::uuid, seen.id, ${author.id}::uuid, ${content}, ${JSON.stringify(body)}::jsonb from seen
      on conflict (id) do nothing returning id, post_id),
    fact as (${factOf('comment.created', author.id, data)}),
    counted as (
      update posts p set comment_count = p.comment_count + 1 from made where p.id = made.post_id
      returning ${countedPost} as is_counted),
    written as (
      update profiles a set comment_count = a.comment_count + 1 from counted
      where a.id = ${author.id}::uuid and counted.is_counted)
    select id from made`.execute(ctx.db)
  const { rows } = await retried(ctx, insert).catch(async (error: unknown) => {
    if (isBreach(error, 'twice', 'id_is_new')) return refuseUsed(ctx, 'comments', id, commentFaults)
    if (isBreach(error, 'gone')) await mustSeePost(ctx, post_id)
    throw error
  })
  if (rows[0]) notifyFor(ctx, commentFacts.created({ comment_id: id, post_id }))
  else {
    await mustSeePost(ctx, post_id)
    await mustBeRepeated(ctx, { id, post_id, content, author_id: author.id })
  }
  const [made] = await one(ctx.db, { viewer: author.id, id })
  if (made) return commentOf(made, author.id)
  // already deleted, alone or with its post
  await mustSeePost(ctx, post_id)
  return refuse(commentFaults.deleted)
}

async function mustBeRepeated(
  ctx: Ctx,
  sent: { id: string; post_id: string; content: string; author_id: string },
): Promise<void> {
  const { content, ...same } = sent
  const found = await ctx.db
    .selectFrom('comments')
    .select('id')
    .where((where) => where.and(same))
    .where(sql<boolean>`coalesce(first_words, text_fingerprint('', content)) = text_fingerprint('', ${content}::text)`)
    .executeTakeFirst()
  if (!found) refuse(commentFaults.idTaken)
}

interface Change {
  id: string
  content: string
  seen_updated_at?: Date
}

/** If the content is the same as before, nothing is stored: no fact, no "Edited" mark, and no conflict. */
export async function editComment(ctx: Ctx, input: Change): Promise<Comment> {
  const { content } = input
  const body = parseBody(content)
  await inTransaction(ctx, async (ctx) => {
    const comment = await lockOwnComment(ctx, input.id, whyNotEdit)
    if (content === comment.content) return
    if (!hasSeen(input, comment)) refuse(commentFaults.changed, { newer: newerOf(comment) })
    await ctx.db
      .updateTable('comments')
      .set({
        content,
        body: JSON.stringify(body),
        updated_at: LATER,
        first_words: sql`coalesce(first_words, text_fingerprint('', content))`,
      })
      .where('id', '=', comment.id)
      .execute()
    await record(ctx, commentFacts.edited({ comment_id: comment.id, post_id: comment.post_id }))
  })
  return readComment(ctx, input.id)
}

export async function deleteComment(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  await inTransaction(ctx, async (ctx) => remove(ctx, await lockOwnComment(ctx, id, whyNotDelete)))
  return { id }
}

/** As `deletePostsOf`. Returns true if there may be more. */
export async function deleteCommentsOf(ctx: Ctx, member: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('comments')
    .select('id')
    .where('author_id', '=', member)
    .limit(BATCH_SIZE)
    .execute()
  for (const { id } of found)
    await inTransaction(ctx, async (ctx) => {
      const comment = await lockComment(ctx, id, sql<boolean>`k.author_id = ${member}::uuid`)
      if (comment) await remove(ctx, comment)
    })
  return found.length > 0
}
const BATCH_SIZE = 100

async function remove(
  ctx: Ctx,
  { post_id, author_id, score, is_counted, is_removed, ...comment }: OwnComment,
): Promise<{ id: string }> {
  await ctx.db.deleteFrom('comments').where('id', '=', comment.id).execute()
  await record(ctx, commentFacts.deleted({ comment_id: comment.id, post_id, author_id, score }, comment))
  await ctx.db.updateTable('posts').set({ comment_count: sql`comment_count - 1` }).where('id', '=', post_id).execute()
  if (is_counted && !is_removed) {
    const one = { comment_count: sql<number>`comment_count - 1` }
    await ctx.db.updateTable('profiles').set(one).where('id', '=', author_id).execute()
  }
  return { id: comment.id }
}

interface OwnComment {
  id: string
  post_id: string
  author_id: string
  post_author_id: string | null
  content: string
  updated_at: Date
  is_counted: boolean
  is_removed: boolean
  score: number
}

/**
 * Locks the viewer's own comment until the transaction ends. Its network and its post are locked first, in shared mode
 * and in the order in which a deletion of the post locks them, so the two cannot deadlock.
 */
async function lockOwnComment(ctx: Ctx, id: string, whyNot: typeof whyNotEdit): Promise<OwnComment> {
  mustBeMember(ctx, SAY.signInToEdit)
  const comment = isId(id) ? await lockComment(ctx, id, visibleComment(ctx.viewer)) : undefined
  if (!comment) refuse(commentFaults.notFound)
  const why = whyNot(ctx.viewer, comment, commentFaults)
  return why ? refuse(why) : comment
}

/** `k` is the alias of comments, `p` that of their posts. */
async function lockComment(ctx: Ctx, id: string, which: Expression<SqlBool>): Promise<OwnComment | undefined> {
  await sql`select lock_writable_post(k.post_id, ${ctx.viewer?.id ?? null}::uuid) from comments k where k.id = ${id}`.execute(
    ctx.db,
  )
  await sql`select lock_post(k.post_id) from comments k where k.id = ${id}`.execute(ctx.db)
  const { rows } = await sql<OwnComment>`
    select k.id, k.post_id, k.author_id, k.post_author_id, k.content, k.updated_at, k.upvotes - k.downvotes as score, ${countedPost} as is_counted,
      k.removed_at is not null as is_removed
    from comments k join posts p on p.id = k.post_id
    where k.id = ${id} and ${which} for update of k`.execute(ctx.db)
  return rows[0]
}
