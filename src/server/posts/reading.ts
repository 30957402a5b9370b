/** Reads posts: cards of lists, and one post with its content. The parts of a card are read in one query. */
import { type InferResult, type RawBuilder, sql } from 'kysely'
import { type Post, type PostCard, postFaults } from '#contract/posts.ts'
import type { Vote } from '#contract/votes.ts'
import { CATEGORY, categoryOf } from '../categories/categories.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { dateOf, isId, momentOf } from '../kernel/page.ts'
import { prepared } from '../kernel/postgres/postgres.ts'
import { mayUse } from '../kernel/principal.ts'
import { refuse } from '../kernel/refuse.ts'
import { AUTHOR, authorOf, isAdministrator, type ViewerScope } from '../members/members.ts'
import { canDeleteColumn, canEditColumn, readablePost, visiblePost } from './rules.ts'

type Viewer = ViewerScope | null

/** Throws `notFound` unless the viewer may see the post. A hidden post answers like a missing one. */
export async function mustSeePost(ctx: Ctx, id: string): Promise<{ id: string }> {
  const found = isId(id)
    ? await ctx.db
        .selectFrom('posts as p')
        .select('p.id')
        .where('p.id', '=', id)
        .where(visiblePost(ctx.viewer))
        .executeTakeFirst()
    : undefined
  return found ?? refuse(postFaults.notFound)
}

/**
 * Returns the cards of those posts that the viewer may see, in the order of the ids. One query for any number of posts.
 */
export async function loadCards(ctx: Ctx, ids: string[]): Promise<PostCard[]> {
  if (ids.length === 0) return []
  const rows = await cardQuery(ctx.db, ctx.viewer).where('p.id', 'in', ids).where(visiblePost(ctx.viewer)).execute()
  const byId = new Map(rows.map((row) => [row.id, cardOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The card rows of a list in one statement. `ids` selects the posts. The rows are newest first and contain only posts
 * that the viewer may read.
 */
export function cardsOf(db: Ctx['db'], who: Viewer, ids: RawBuilder<unknown>) {
  return cardQuery(db, who)
    .innerJoin(sql<{ id: string }>`(${ids})`.as('page'), 'page.id', 'p.id')
    .where(readablePost(who))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
}

interface Which {
  viewer: string | null
  id: string
  /** true: also posts that an administrator has removed, of any author; null: only the viewer's own removed posts */
  all: true | null
}

const postOf = prepared((db, { viewer, id, all }: Which) => {
  const who = viewer ? { id: viewer } : null
  return cardQuery(db, who)
    .select([
      'p.content',
      sql<Post['body']>`p.body`.as('body'),
      pollColumn(who),
      canEditColumn(who, 'p'),
      canDeleteColumn(who),
    ])
    .where('p.id', '=', id)
    .where(readablePost(who, all !== null))
})

/** Administrators can also read removed posts. */
export const getPost = (ctx: Ctx, { id }: { id: string }): Promise<Post> =>
  readAsAdministrator(ctx, (all) => readPost(ctx, id, all))

/** Throws `notFound` if the viewer may not read the post. With `all`, also returns removed posts of other authors. */
export async function readPost(ctx: Ctx, id: string, all = false): Promise<Post> {
  return (await findPost(ctx, id, all)) ?? refuse(postFaults.notFound)
}

/**
 * Calls `read(false)`. If it finds nothing and the caller is an administrator, calls `read(true)`, which includes removed
 * posts. The caller's role is looked up only in that case, so other readers do not pay for it.
 */
export async function readAsAdministrator<Read>(ctx: Ctx, read: (all: boolean) => Promise<Read>): Promise<Read> {
  try {
    return await read(false)
  } catch (error) {
    const isMissing = (error as { code?: string }).code === postFaults.notFound.code
    // a token of an administrator reads removed posts only if he granted it that
    const isGranted = ctx.viewer !== null && mayUse(ctx.viewer, 'admin:read')
    if (!isMissing || !isGranted || !(await isAdministrator(ctx))) throw error
    return read(true)
  }
}

export async function findPost(ctx: Ctx, id: string, all = false): Promise<Post | null> {
  const [found] = isId(id) ? await postOf(ctx.db, { viewer: ctx.viewer?.id ?? null, id, all: all || null }) : []
  if (!found) return null
  const { content, body, poll, can_edit, can_delete } = found
  return { ...cardOf(found), content, body, poll, can_edit, can_delete }
}

/**
 * Selects plain columns over one-to-one joins instead of building JSON objects: building the rows is half of the cost of
 * a list, in the database and in the driver.
 */
function cardQuery(db: Ctx['db'], who: Viewer) {
  const viewer = who?.id ?? null
  return db
    .selectFrom('posts as p')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .leftJoin('profiles as a', 'a.id', 'p.author_id')
    .leftJoin('groups as g', 'g.id', 'p.group_id')
    .leftJoin('post_votes as v', (join) =>
      join.onRef('v.post_id', '=', 'p.id').on('v.user_id', '=', sql`${viewer}::uuid`),
    )
    .select([
      'p.id',
      'p.title',
      'p.excerpt',
      'p.upvotes',
      'p.downvotes',
      'p.comment_count',
      'p.removed_reason',
      momentOf('p.created_at').as('created'),
      momentOf('p.updated_at').as('updated'),
      sql<PostCard['type']>`p.type`.as('type'),
    ])
    .select(['g.id as group_id', 'g.name as group_name', 'g.slug as group_slug', 'g.location as group_location'])
    .select('v.is_upvote')
    .select(AUTHOR)
    .select(CATEGORY)
}

type CardRow = InferResult<ReturnType<typeof cardQuery>>[number]

export const cardOf = (row: CardRow): PostCard => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  type: row.type,
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  comment_count: row.comment_count,
  created_at: dateOf(row.created),
  updated_at: dateOf(row.updated),
  author: authorOf(row),
  category: categoryOf(row),
  group:
    row.group_id === null
      ? null
      : { id: row.group_id, name: row.group_name!, slug: row.group_slug!, location: row.group_location },
  my_vote: voteOf(row.is_upvote),
  ...(row.removed_reason === null ? {} : { removed: { reason: row.removed_reason } }),
})

/** The viewer's own vote from its column; null if he has not voted. */
export const voteOf = (is_upvote: boolean | null): Vote => (is_upvote === null ? null : is_upvote ? 'up' : 'down')

/**
 * The options in the order in which they were entered, and the viewer's own choice; null if the post is not a poll or
 * is removed.
 */
const pollColumn = (viewer: Viewer) =>
  sql<Post['poll']>`case when p.type = 'poll' and p.removed_at is null then json_build_object(
    'options', (select json_agg(json_build_object('id', o.id, 'option_text', o.option_text, 'vote_count', o.vote_count)
      order by o.created_at) from poll_options o where o.post_id = p.id),
    'my_option', (select v.option_id from poll_votes v where v.post_id = p.id and v.user_id = ${viewer?.id ?? null}::uuid)
  ) end`.as('poll')
