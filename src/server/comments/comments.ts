/** Comments: below a post, oldest first, by whoever sees the post; changed by their authors. */
import { randomUUID } from 'node:crypto'
import { type Expression, type InferResult, type SqlBool, sql } from 'kysely'
import { type Comment, commentFaults, type Thread } from '#contract/comments.ts'
import type { PageOf } from '#contract/kernel.ts'
import { postFaults } from '#contract/posts.ts'
import { PAGE_SIZE, SAY } from '#contract/words.ts'
import { type Ctx, inTransaction, type Member, mustBeMember, retried } from '../kernel/ctx.ts'
import { hasSeen, LATER, newerOf, refuseUsed } from '../kernel/idempotency.ts'
import { cursorOf, dateOf, isId, keyOf, momentOf, pageOf } from '../kernel/page.ts'
import { prepared } from '../kernel/postgres/postgres.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { recordFact } from '../kernel/stream/stream.ts'
import { parseBody } from '../kernel/text/text.ts'
import { AUTHOR, authorOf, notBlocked } from '../members/members.ts'
import {
  canEditColumn,
  countedPost,
  getPost,
  isAuthor,
  mustSeePost,
  readAsAdministrator,
  readablePost,
  visiblePost,
  voteOf,
} from '../posts/posts.ts'

export { listMemberComments } from './of-member.ts'
export { commentThing } from './thing.ts'

interface Which {
  viewer: string | null
  post: string
  time: Date | null
  id: string | null
  /** not null: also below a removed post, whoever wrote it */
  all: true | null
  administrators: string[]
}

const ofPost = prepared((db, asked: Which) => {
  const { viewer, post, time, id, all, administrators } = asked
  const who = viewer ? { id: viewer, administrators } : null
  return commentQuery(db, who)
    .innerJoin('posts as p', 'p.id', 'k.post_id')
    .where('k.post_id', '=', post)
    .where(readablePost(who, all !== null))
    .where(notBlocked(who, sql`k.author_id`))
    .$if(time !== null, (query) => query.where(sql<boolean>`(k.created_at, k.id) > (${time}, ${id})`))
    .orderBy('k.created_at')
    .orderBy('k.id')
    .limit(PAGE_SIZE + 1)
})

/** The sought comment and those before it, the nearest first: one more than a page holds. */
const upTo = prepared((db, asked: Omit<Which, 'time' | 'id'> & { sought: string }) => {
  const { viewer, post, sought, all, administrators } = asked
  const who = viewer ? { id: viewer, administrators } : null
  return db
    .selectFrom('comments as s')
    .innerJoin('comments as k', 'k.post_id', 's.post_id')
    .innerJoin('posts as p', 'p.id', 'k.post_id')
    .select(['k.id', 'k.created_at'])
    .where('s.id', '=', sought)
    .where('s.post_id', '=', post)
    .where(sql<boolean>`(k.created_at, k.id) <= (s.created_at, s.id)`)
    .where(readablePost(who, all !== null))
    .where(notBlocked(who, sql`k.author_id`))
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(PAGE_SIZE + 1)
})

/** So many comments stand above the one that was asked for, so that it is read in its place. */
const ABOVE = 3

interface Asked {
  post_id: string
  after?: string
  around?: string
}

export async function listComments(ctx: Ctx, asked: Asked): Promise<PageOf<Comment>> {
  const page = await commentsOf(ctx, asked)
  if (page.items.length === 0) await getPost(ctx, asked.post_id) // none may mean that there is no such post
  return page
}

/** Everything that a post's page shows, in one answer: on a phone a second request is a second wait. */
export const getThread = (ctx: Ctx, asked: Asked): Promise<Thread> =>
  readAsAdministrator(ctx, async (all) => {
    const start = asked.around === undefined ? undefined : await placeOf(ctx, asked, all)
    const after = asked.after ?? start
    const [post, comments] = await Promise.all([
      getPost(ctx, asked.post_id, all),
      commentsOf(ctx, after === undefined ? { post_id: asked.post_id } : { post_id: asked.post_id, after }, all),
    ])
    return { post, comments, ...(start !== undefined && { after: start }) }
  })

/** Where a page begins on which this comment stands; undefined: the first one, also where there is no such comment. */
async function placeOf(
  ctx: Ctx,
  { post_id: post, around: sought = '' }: Asked,
  all: boolean,
): Promise<string | undefined> {
  if (!isId(post) || !isId(sought)) return undefined
  const viewer = ctx.viewer?.id ?? null
  const rows = await upTo(ctx.db, { viewer, post, sought, all: all || null, administrators: ctx.adminEmails })
  const isSeen = rows[0]?.id === sought.toLowerCase()
  const last = rows[ABOVE + 1]
  return isSeen && last && rows.length > PAGE_SIZE ? cursorOf(last) : undefined
}

async function commentsOf(ctx: Ctx, { post_id: post, after }: Asked, all = false): Promise<PageOf<Comment>> {
  const key = keyOf(after)
  const asked = {
    viewer: ctx.viewer?.id ?? null,
    post,
    time: key?.created_at ?? null,
    id: key?.id ?? null,
    all: all || null,
    administrators: ctx.adminEmails,
  }
  const rows = isId(post) ? await ofPost(ctx.db, asked) : []
  return pageOf(
    rows.map((row) => commentOf(row, asked.viewer)),
    PAGE_SIZE,
  )
}

/**
 * The comment, the fact and the counters in one statement, which touches the post's row once, to count: a lock before that
 * would be a second way to the same row, and two such statements wait for each other on it. The same id and words twice are
 * one comment, also when he has changed it since.
 */
export async function createComment(
  ctx: Ctx,
  input: { post_id: string; id?: string; content: string },
): Promise<Comment> {
  const author = mustBeMember(ctx, commentFaults.signIn)
  const { id = randomUUID(), post_id, content } = input
  if (!isId(post_id)) refuse(postFaults.notFound)
  const body = parseBody(content)
  const insert = () =>
    sql`
    with place as materialized (select hold_open(${post_id}::uuid, ${author.id}::uuid) as is_open),
    held as materialized (select hold_standing(${post_id}::uuid) as stands from place where place.is_open),
    seen as materialized (select p.id from held, posts p where p.id = ${post_id} and held.stands),
    made as (
      insert into comments (id, post_id, author_id, content, body)
      select ${id}::uuid, seen.id, ${author.id}::uuid, ${content}, ${JSON.stringify(body)}::jsonb from seen
      on conflict (id) do nothing returning id, post_id),
    fact as (
      insert into facts (kind, actor_id, data)
      select 'comment.created', ${author.id}::uuid, jsonb_build_object('comment_id', made.id, 'post_id', made.post_id)
      from made),
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
  if (rows[0]) ctx.live.ring(`new-comment:${id}`)
  else {
    await mustSeePost(ctx, post_id)
    await mustBeRepeated(ctx, { id, post_id, content, author_id: author.id })
  }
  const [made] = await one(ctx.db, { viewer: author.id, id })
  if (made) return commentOf(made, author.id)
  // deleted by now, alone or with its post
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
    .where(sql<boolean>`coalesce(first_words, words_mark('', content)) = words_mark('', ${content}::text)`)
    .executeTakeFirst()
  if (!found) refuse(commentFaults.idTaken)
}

interface Change {
  id: string
  content: string
  seen_updated_at?: Date
}

/** Nothing changed is no change: no fact, no mark, and nothing that could be overwritten. */
export async function editComment(ctx: Ctx, input: Change): Promise<Comment> {
  const { content } = input
  const body = parseBody(content)
  await inTransaction(ctx, async (ctx) => {
    const comment = await mustBeHis(ctx, input.id)
    if (comment.is_removed) refuse(commentFaults.removed)
    if (content === comment.content) return
    if (!hasSeen(input, comment)) refuse(commentFaults.changed, { newer: newerOf(comment) })
    await ctx.db
      .updateTable('comments')
      .set({
        content,
        body: JSON.stringify(body),
        updated_at: LATER,
        first_words: sql`coalesce(first_words, words_mark('', content))`,
      })
      .where('id', '=', comment.id)
      .execute()
    await recordFact(ctx, 'comment.edited', { comment_id: comment.id, post_id: comment.post_id })
  })
  return readComment(ctx, input.id)
}

export async function deleteComment(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const told = await inTransaction(ctx, async (ctx) => {
    const comment = await mustBeHis(ctx, id)
    await remove(ctx, comment)
    return comment.post_author_id
  })
  // below whose post it stood: it may be in what his tabs count as new
  if (told) ctx.live.ring(`seen:${told}`)
  return { id }
}

/** As deletePostsOf. True: there may be more. */
export async function deleteCommentsOf(ctx: Ctx, member: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('comments')
    .select('id')
    .where('author_id', '=', member)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of found)
    await inTransaction(ctx, async (ctx) => {
      const comment = await hold(ctx, id, sql<boolean>`k.author_id = ${member}::uuid`)
      if (comment) await remove(ctx, comment)
    })
  return found.length > 0
}
const AT_ONCE = 100

async function remove(
  ctx: Ctx,
  { post_id, author_id, score, is_counted, is_removed, ...comment }: Own,
): Promise<{ id: string }> {
  await ctx.db.deleteFrom('comments').where('id', '=', comment.id).execute()
  await recordFact(ctx, 'comment.deleted', { comment_id: comment.id, post_id, author_id, score })
  await ctx.db.updateTable('posts').set({ comment_count: sql`comment_count - 1` }).where('id', '=', post_id).execute()
  if (is_counted && !is_removed) {
    const one = { comment_count: sql<number>`comment_count - 1` }
    await ctx.db.updateTable('profiles').set(one).where('id', '=', author_id).execute()
  }
  return { id: comment.id }
}

interface Own {
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
 * The viewer's own comment, held until the transaction ends. Its network and its post are held first, together with
 * others, as whoever deletes the post holds it: the two never wait in a circle.
 */
async function mustBeHis(ctx: Ctx, id: string): Promise<Own> {
  mustBeMember(ctx, SAY.signInToEdit)
  const seen = sql<boolean>`(${visiblePost(ctx.viewer)} and ${notBlocked(ctx.viewer, sql`k.author_id`)})`
  const comment = isId(id) ? await hold(ctx, id, seen) : undefined
  if (!comment) refuse(commentFaults.notFound)
  if (!isAuthor(ctx.viewer, comment)) refuse(commentFaults.notAuthor)
  return comment
}

/** Where `k` is the alias of comments and `p` that of their post. */
async function hold(ctx: Ctx, id: string, which: Expression<SqlBool>): Promise<Own | undefined> {
  await sql`select hold_open(k.post_id, ${ctx.viewer?.id ?? null}::uuid) from comments k where k.id = ${id}`.execute(
    ctx.db,
  )
  await sql`select hold_post(k.post_id) from comments k where k.id = ${id}`.execute(ctx.db)
  const { rows } = await sql<Own>`
    select k.id, k.post_id, k.author_id, k.post_author_id, k.content, k.updated_at, k.upvotes - k.downvotes as score, ${countedPost} as is_counted,
      k.removed_at is not null as is_removed
    from comments k join posts p on p.id = k.post_id
    where k.id = ${id} and ${which} for update of k`.execute(ctx.db)
  return rows[0]
}

const one = prepared((db, { viewer, id }: { viewer: string | null; id: string }) =>
  commentQuery(db, viewer ? { id: viewer } : null).where('k.id', '=', id),
)

/** One that was just written; by now its author may have lost it again, in another tab. */
async function readComment(ctx: Ctx, id: string): Promise<Comment> {
  const viewer = ctx.viewer?.id ?? null
  const [found] = await one(ctx.db, { viewer, id })
  return found ? commentOf(found, viewer) : refuse(commentFaults.notFound)
}

function commentQuery(db: Ctx['db'], who: Pick<Member, 'id'> | null) {
  const viewer = who?.id ?? null
  return db
    .selectFrom('comments as k')
    .leftJoin('profiles as a', 'a.id', 'k.author_id')
    .leftJoin('comment_votes as v', (join) =>
      join.onRef('v.comment_id', '=', 'k.id').on('v.user_id', '=', sql`${viewer}::uuid`),
    )
    .select(['k.id', 'k.post_id', 'k.content', 'k.upvotes', 'k.downvotes', 'v.is_upvote'])
    .select([momentOf('k.created_at').as('created'), momentOf('k.updated_at').as('updated')])
    .select([sql<Comment['body']>`k.body`.as('body'), canEditColumn(who, 'k'), 'k.removed_reason'])
    .select(AUTHOR)
}

type Row = InferResult<ReturnType<typeof commentQuery>>[number]

const wordsOf = (row: Row, viewer: string | null): Pick<Comment, 'content' | 'body' | 'author' | 'removed'> => {
  const words = { content: row.content, body: row.body, author: authorOf(row) }
  if (row.removed_reason === null) return words
  if (row.author_id !== null && row.author_id === viewer) return { ...words, removed: { reason: row.removed_reason } }
  return { content: '', body: [], author: null, removed: { reason: null } }
}

const commentOf = (row: Row, viewer: string | null): Comment => ({
  id: row.id,
  post_id: row.post_id,
  ...wordsOf(row, viewer),
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  created_at: dateOf(row.created),
  updated_at: dateOf(row.updated),
  can_edit: row.can_edit,
  my_vote: voteOf(row.is_upvote),
})
