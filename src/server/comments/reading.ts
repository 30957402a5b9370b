/** Reads comments: a page of a thread, a post with its first page, and one comment that was just written. */
import { type InferResult, sql } from 'kysely'
import { type Comment, commentFaults, type Thread } from '#contract/comments.ts'
import type { PageOf } from '#contract/kernel.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { cursorOf, dateOf, isId, keyOf, momentOf, pageOf } from '../kernel/page.ts'
import { prepared } from '../kernel/postgres/postgres.ts'
import { refuse } from '../kernel/refuse.ts'
import { AUTHOR, authorOf } from '../members/members.ts'
import { canEditColumn, readAsAdministrator, readPost, voteOf } from '../posts/posts.ts'
import { mayReadRemoved, readableComment } from './rules.ts'

interface Which {
  viewer: string | null
  post: string
  time: Date | null
  id: string | null
  /** not null: also below a removed post of any author */
  all: true | null
  administrators: string[]
}

const ofPost = prepared((db, asked: Which) => {
  const { viewer, post, time, id, all, administrators } = asked
  const who = viewer ? { id: viewer, administrators } : null
  return commentQuery(db, who)
    .innerJoin('posts as p', 'p.id', 'k.post_id')
    .where('k.post_id', '=', post)
    .where(readableComment(who, all !== null))
    .$if(time !== null, (query) => query.where(sql<boolean>`(k.created_at, k.id) > (${time}, ${id})`))
    .orderBy('k.created_at')
    .orderBy('k.id')
    .limit(PAGE_SIZE + 1)
})

/** The requested comment and those before it, the nearest first. Reads one more than a page holds. */
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
    .where(readableComment(who, all !== null))
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(PAGE_SIZE + 1)
})

/** Number of comments shown above the requested one, as its context. */
const COMMENTS_ABOVE = 3

interface ThreadQuery {
  post_id: string
  after?: string
  around?: string
}

export async function listComments(ctx: Ctx, asked: ThreadQuery): Promise<PageOf<Comment>> {
  const page = await commentsOf(ctx, asked)
  if (page.items.length === 0) await readPost(ctx, asked.post_id) // an empty result may mean that the post does not exist
  return page
}

/**
 * Returns everything that a post's page shows in one response, because on a phone a second request means a second wait.
 */
export const getThread = (ctx: Ctx, asked: ThreadQuery): Promise<Thread> =>
  readAsAdministrator(ctx, async (all) => {
    const start = asked.around === undefined ? undefined : await placeOf(ctx, asked, all)
    const after = asked.after ?? start
    const [post, comments] = await Promise.all([
      readPost(ctx, asked.post_id, all),
      commentsOf(ctx, after === undefined ? { post_id: asked.post_id } : { post_id: asked.post_id, after }, all),
    ])
    return { post, comments, ...(start !== undefined && { after: start }) }
  })

/**
 * Returns the cursor of a page that contains this comment, or undefined for the first page, also if the comment does
 * not exist.
 */
async function placeOf(
  ctx: Ctx,
  { post_id: post, around: sought = '' }: ThreadQuery,
  all: boolean,
): Promise<string | undefined> {
  if (!isId(post) || !isId(sought)) return undefined
  const viewer = ctx.viewer?.id ?? null
  const rows = await upTo(ctx.db, { viewer, post, sought, all: all || null, administrators: ctx.adminEmails })
  const isSeen = rows[0]?.id === sought.toLowerCase()
  const last = rows[COMMENTS_ABOVE + 1]
  return isSeen && last && rows.length > PAGE_SIZE ? cursorOf(last) : undefined
}

async function commentsOf(ctx: Ctx, { post_id: post, after }: ThreadQuery, all = false): Promise<PageOf<Comment>> {
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
  // an administrator who sees the thread only as an administrator cannot edit a comment in it
  const shown = all ? rows.map((row) => ({ ...row, can_edit: false })) : rows
  return pageOf(
    shown.map((row) => commentOf(row, asked.viewer)),
    PAGE_SIZE,
  )
}

export const one = prepared((db, { viewer, id }: { viewer: string | null; id: string }) =>
  commentQuery(db, viewer ? { id: viewer } : null).where('k.id', '=', id),
)

/** Reads a comment that was just written. Its author may already have deleted it in another tab. */
export async function readComment(ctx: Ctx, id: string): Promise<Comment> {
  const viewer = ctx.viewer?.id ?? null
  const [found] = await one(ctx.db, { viewer, id })
  return found ? commentOf(found, viewer) : refuse(commentFaults.notFound)
}

function commentQuery(db: Ctx['db'], who: { id: string } | null) {
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
  if (mayReadRemoved(viewer, row)) return { ...words, removed: { reason: row.removed_reason } }
  return { content: '', body: [], author: null, removed: { reason: null } }
}

export const commentOf = (row: Row, viewer: string | null): Comment => ({
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
