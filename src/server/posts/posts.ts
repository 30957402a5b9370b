/** Posts: members write them in a category, every viewer who may see them reads them, their authors edit them. */
import { randomUUID } from 'node:crypto'
import { type Expression, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { type NewPost, type Post, postFaults } from '#contract/posts.ts'
import { SAY } from '#contract/words.ts'
import { mustExist } from '../categories/categories.ts'
import { isMemberOf, ownGroup } from '../groups/groups.ts'
import { type Ctx, inTransaction, mustBeMember, retried } from '../kernel/ctx.ts'
import { hasSeen, LATER, newerOf, refuseUsed } from '../kernel/idempotency.ts'
import { isId } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { factOf, notifyFor, record } from '../kernel/stream/stream.ts'
import { excerptOf, parseBody } from '../kernel/text/text.ts'
import { postFacts } from './facts.ts'
import { findPost, readPost } from './reading.ts'
import { countedPost, readablePost, whyNotDelete, whyNotEdit, whyNotPostIn } from './rules.ts'

export type { PostFact } from './facts.ts'
export { newestPosts, REINDEXED_GROUPS, readableNetworks } from './newest.ts'
export { cardOf, cardsOf, getPost, loadCards, mustSeePost, readAsAdministrator, readPost, voteOf } from './reading.ts'
export {
  byNobodyApart,
  canEditColumn,
  countedPost,
  isOpenTo,
  OPEN_TO_EVERYONE,
  postVisibleTo,
  readablePost,
  visiblePost,
  whyNotDelete,
  whyNotEdit,
} from './rules.ts'
export { keptPosts, pageByPartition, partitionsOf, postThing } from './thing.ts'

type Sent = z.output<typeof NewPost>

/**
 * Stores the post, its options, the fact and the counts in one statement. If the same id and words are sent again, the
 * existing post is returned, also after an edit. The same id with other words, or from another member, is refused.
 */
export async function createPost(ctx: Ctx, input: Sent): Promise<Post> {
  const author = mustBeMember(ctx, postFaults.signIn)
  const { id = randomUUID(), type, title, content, category_id, group_id = null, poll_options: options = [] } = input
  const { handed_on = false } = input
  const body = parseBody(content)
  const insert = () =>
    sql`
    with place as materialized (
      select c.id as category_id, g.id as group_id, coalesce(g.is_public, true) as is_public
      from categories c left join lateral (
        select g.id, lock_group(g.id) as is_public
        from ${ownGroup(sql`${group_id}::uuid`, sql`${author.id}::uuid`)} for key share of m) g on true
      where c.id = ${category_id}::uuid and (${group_id}::uuid is null or g.id is not null)),
    made as (
      insert into posts (id, type, title, content, body, excerpt, author_id, category_id, group_id)
      select ${id}::uuid, ${type}, ${title}, ${content}, ${JSON.stringify(body)}::jsonb, ${excerptOf(body)},
        ${author.id}::uuid, place.category_id, place.group_id from place
      on conflict (id) do nothing returning id),
    options as (
      insert into poll_options (post_id, option_text, created_at)
      select made.id, o.option_text, now() + (o.place - 1) * interval '1 millisecond'
      from made, unnest(${options}::text[]) with ordinality as o (option_text, place)),
    handed as (
      insert into assistant_handed_on (post_id, member_id) select made.id, ${author.id}::uuid from made
      where ${handed_on}::boolean),
    fact as (${factOf('post.created', author.id, sql`jsonb_build_object('post_id', made.id) from made`)}),
    counted as (
      update categories c set post_count = c.post_count + 1 from made, place
      where c.id = place.category_id and place.is_public returning c.id),
    written as (
      update profiles a set post_count = a.post_count + 1 from counted where a.id = ${author.id}::uuid)
    select id from made`.execute(ctx.db)
  const { rows } = await retried(ctx, insert).catch((error: unknown) => {
    // two options that differ for us can be equal for the database
    if (isBreach(error, 'twice', 'poll_options_differ')) refuseOptions()
    if (isBreach(error, 'twice', 'id_is_new')) return refuseUsed(ctx, 'posts', id, postFaults)
    throw error
  })
  if (rows[0]) notifyFor(ctx, postFacts.created(id))
  else await mustBeRepeated(ctx, { id, type, title, content, category_id, group_id, options })
  return (await findPost(ctx, id)) ?? refuse(postFaults.deleted)
}

const refuseOptions = () =>
  refuse({ code: 'INVALID', status: 400, message: SAY.pollTwice }, { fields: { poll_options: SAY.pollTwice } })

/**
 * Called if nothing was written: the category or network does not exist or is not open to him, or the post exists
 * already.
 */
async function mustBeRepeated(
  ctx: Ctx,
  sent: Pick<Sent, 'type' | 'title' | 'content' | 'category_id'> & {
    id: string
    group_id: string | null
    options: string[]
  },
): Promise<void> {
  const { options, group_id, title, content, ...same } = sent
  const author_id = mustBeMember(ctx, postFaults.signIn).id
  const found = await ctx.db
    .selectFrom('posts')
    .select('id')
    .where((where) => where.and({ ...same, author_id }))
    .where(
      sql<boolean>`coalesce(first_words, text_fingerprint(title, content)) = text_fingerprint(${title}::text, ${content}::text)`,
    )
    .where(sql<boolean>`group_id is not distinct from ${group_id}::uuid`)
    .where(
      sql<boolean>`${options}::text[] = array(select o.option_text from poll_options o where o.post_id = posts.id order by o.created_at)`,
    )
    .executeTakeFirst()
  // he may have left the network in the meantime
  if (found) return group_id ? mustPostIn(ctx, group_id) : undefined
  await mustExist(ctx, same.category_id)
  if (group_id) await mustPostIn(ctx, group_id)
  refuse(postFaults.idTaken)
}

async function mustPostIn(ctx: Ctx, group_id: string): Promise<void> {
  const { rows } = await sql<{ is_public: boolean; is_mine: boolean }>`
    select g.is_public, ${isMemberOf(sql`g.id`, sql`${ctx.viewer?.id ?? null}::uuid`)} as is_mine
      from groups g where g.id = ${group_id} and g.status = 'approved'`.execute(ctx.db)
  const why = whyNotPostIn(rows[0])
  if (why) refuse(why)
}

interface Change {
  id: string
  title?: string
  content?: string
  seen_updated_at?: Date
}

/**
 * Changes title and content. If both are the same as before, nothing is stored: no fact, no "Edited" mark, and no
 * conflict.
 */
export async function editPost(ctx: Ctx, input: Change): Promise<Post> {
  const body = input.content === undefined ? null : parseBody(input.content)
  await inTransaction(ctx, async (ctx) => {
    const post = await lockOwnPost(ctx, input.id, 'for no key update', whyNotEdit)
    const { title = post.title, content = post.content } = input
    if (title === post.title && content === post.content) return
    if (!hasSeen(input, post)) refuse(postFaults.changed, { newer: newerOf(post, post.title) })
    await ctx.db
      .updateTable('posts')
      .set({
        title,
        content,
        updated_at: LATER,
        first_words: sql`coalesce(first_words, text_fingerprint(title, content))`,
      })
      .$if(body !== null, (query) => query.set({ body: JSON.stringify(body), excerpt: excerptOf(body ?? []) }))
      .where('id', '=', post.id)
      .execute()
    await record(ctx, postFacts.edited(post.id))
  })
  return readPost(ctx, input.id)
}

/**
 * Deletes the post with its comments, votes and options, and updates the counts of every member who wrote there. Lock
 * order: its network (shared, so that its visibility does not change), the post (exclusive advisory lock, then its
 * row), its category, the members by id. The fact says what each member loses.
 */
export async function deletePost(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => remove(ctx, await lockOwnPost(ctx, id, 'for update', whyNotDelete)))
}

/**
 * Deletes some posts of a member who deletes his account and chose this; includes posts in networks that he may not
 * enter any more. Returns true if there may be more.
 */
export async function deletePostsOf(ctx: Ctx, member: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', member)
    .limit(BATCH_SIZE)
    .execute()
  for (const { id } of found)
    await inTransaction(ctx, async (ctx) => {
      const post = await lockPost(ctx, id, 'for update', sql<boolean>`p.author_id = ${member}::uuid`)
      if (post) await remove(ctx, post)
    })
  return found.length > 0
}
const BATCH_SIZE = 50

async function remove(ctx: Ctx, post: OwnPost): Promise<{ id: string }> {
  const { rows: lost } = await sql<Loss>`
      select author_id, (count(*) filter (where removed_at is null))::int as comments, sum(upvotes - downvotes)::int as score from comments
      where post_id = ${post.id} and author_id is not null group by author_id order by author_id`.execute(ctx.db)
  await ctx.db.deleteFrom('posts').where('id', '=', post.id).execute()
  const { author_id, score } = post
  await record(ctx, postFacts.deleted({ post_id: post.id, author_id, score, comments: lost }))
  if (post.is_counted) await uncount(ctx, post, lost)
  return { id: post.id }
}

interface Loss {
  author_id: string
  comments: number
  score: number
}

async function uncount(ctx: Ctx, post: { category_id: string; author_id: string }, lost: Loss[]): Promise<void> {
  await sql`update categories set post_count = post_count - 1 where id = ${post.category_id}`.execute(ctx.db)
  const members = [...new Set([post.author_id, ...lost.map(({ author_id }) => author_id)])]
  await sql`select from profiles where id = any(${members}::uuid[]) order by id for no key update`.execute(ctx.db)
  await sql`update profiles a set post_count = a.post_count - (a.id = ${post.author_id})::int,
      comment_count = a.comment_count - coalesce(l.comments, 0)
    from unnest(${members}::uuid[]) as m (id) left join
      unnest(${lost.map(({ author_id }) => author_id)}::uuid[], ${lost.map(({ comments }) => comments)}::int[])
        as l (author_id, comments) on l.author_id = m.id
    where a.id = m.id`.execute(ctx.db)
}

interface OwnPost {
  id: string
  author_id: string
  category_id: string
  title: string
  content: string
  updated_at: Date
  is_counted: boolean
  is_removed: boolean
  score: number
}

/**
 * Locks the viewer's own post until the transaction ends. For a deletion the lock also excludes members who write below
 * the post.
 */
async function lockOwnPost(ctx: Ctx, id: string, how: RowLock, whyNot: typeof whyNotEdit): Promise<OwnPost> {
  mustBeMember(ctx, SAY.signInToEdit)
  const post = isId(id) ? await lockPost(ctx, id, how, readablePost(ctx.viewer)) : undefined
  if (!post) refuse(postFaults.notFound)
  const why = whyNot(ctx.viewer, post, postFaults)
  return why ? refuse(why) : post
}

type RowLock = 'for update' | 'for no key update'

/** `p` is the alias of posts. */
async function lockPost(ctx: Ctx, id: string, how: RowLock, which: Expression<SqlBool>): Promise<OwnPost | undefined> {
  await sql`select lock_writable_post(${id}::uuid, ${ctx.viewer?.id ?? null}::uuid)`.execute(ctx.db)
  if (how === 'for update') await sql`select lock_post_exclusive(${id}::uuid)`.execute(ctx.db)
  const { rows } = await sql<OwnPost>`
    select p.id, p.author_id, p.category_id, p.title, p.content, p.updated_at, p.upvotes - p.downvotes as score, ${countedPost} as is_counted,
      p.removed_at is not null as is_removed
    from posts p where p.id = ${id} and ${which} ${sql.raw(how)} of p`.execute(ctx.db)
  return rows[0]
}
