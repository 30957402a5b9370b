/**
 * A member's comments, newest first, as pages read from an index. Comments that the viewer may not see are not read and
 * thrown away.
 */
import { type InferResult, sql } from 'kysely'
import type { MemberComment } from '#contract/comments.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { Block } from '#contract/text.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { CATEGORY, categoryOf } from '../categories/categories.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { dateOf, keyOf, momentOf, pageOf } from '../kernel/page.ts'
import { prepared } from '../kernel/postgres/postgres.ts'
import { excerptOf } from '../kernel/text/text.ts'
import { getMember } from '../members/members.ts'
import { OPEN_TO_EVERYONE, readableNetworks, visiblePost } from '../posts/posts.ts'

interface NewestCommentsQuery {
  author: string
  viewer: string | null
  administrators: string[]
  /** not null if he looks at his own comments; removed ones are then included */
  own: true | null
  time: Date | null
  id: string | null
}

const ROWS = sql.lit(PAGE_SIZE + 1)

/**
 * Built like lists of posts (docs/decisions/018): the newest comments below posts for everyone, and from each network
 * that is in another partition and visible to the viewer, those that are not older than these. `open_to` selects the
 * partition; the post decides whether the viewer may see the comment.
 */
function newest({ author, viewer, administrators, own, time, id }: NewestCommentsQuery) {
  const who = viewer ? { id: viewer, administrators } : null
  const older = time ? sql`(k.created_at, k.id) < (${time}, ${id})` : sql`true`
  const written = sql`select k.id, k.created_at from comments k join posts p on p.id = k.post_id
    where k.author_id = ${author} and ${older} and ${visiblePost(who)}`
  const his = sql`${written} and k.removed_at is null`
  const first = sql`order by k.created_at desc, k.id desc limit ${ROWS}`
  const reached = sql`k.created_at >= (select until from reach)`
  // removed comments have `open_to` null; the `order by` contains it, too, because the planner does not know that this
  // is one visibility partition
  const removed = own
    ? sql`union all (${written} and k.open_to is null and k.removed_at is not null and ${reached}
        order by k.open_to, k.created_at desc, k.id desc limit ${ROWS})`
    : sql``
  return sql<{ id: string }>`(
    with ${readableNetworks(who)},
    open as materialized (${his} and k.open_to = ${OPEN_TO_EVERYONE} ${first}),
    reach as materialized (
      select case when count(*) = ${ROWS} then min(created_at) else '-infinity' end as until from open)
    select id from (select id, created_at from open union all
      select q.id, q.created_at from networks n cross join lateral (
        ${his} and k.open_to = n.id and ${reached} ${first}) q ${removed}) c
    order by created_at desc, id desc limit ${ROWS})`
}

const rowsOf = (db: Ctx['db'], asked: NewestCommentsQuery) =>
  db
    .selectFrom('comments as k')
    .innerJoin(newest(asked).as('page'), 'page.id', 'k.id')
    .innerJoin('posts as p', 'p.id', 'k.post_id')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .leftJoin('groups as g', 'g.id', 'p.group_id')
    .select([
      'k.id',
      'k.post_id',
      'k.upvotes',
      'k.downvotes',
      'k.removed_reason',
      'p.title',
      sql<Block[]>`k.body`.as('body'),
    ])
    .select([momentOf('k.created_at').as('created'), momentOf('k.updated_at').as('updated')])
    .select(['g.id as group_id', 'g.name as group_name', 'g.slug as group_slug', 'g.location as group_location'])
    .select(CATEGORY)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')

const ofMember = prepared(rowsOf)

export async function listMemberComments(
  ctx: Ctx,
  { username, after }: { username: string; after?: string },
): Promise<PageOf<MemberComment>> {
  const key = keyOf(after)
  const { id: author } = await getMember(ctx, { username })
  const viewer = ctx.viewer?.id ?? null
  const [time, id] = [key?.created_at ?? null, key?.id ?? null]
  const own = author === viewer || null
  const rows = await ofMember(ctx.db, { author, viewer, administrators: ctx.adminEmails, own, time, id })
  return pageOf(rows.map(shown), PAGE_SIZE)
}

const shown = (row: InferResult<ReturnType<typeof rowsOf>>[number]): MemberComment => ({
  id: row.id,
  excerpt: excerptOf(row.body),
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  created_at: dateOf(row.created),
  updated_at: dateOf(row.updated),
  post: { id: row.post_id, title: row.title },
  category: categoryOf(row),
  group:
    row.group_id === null
      ? null
      : { id: row.group_id, name: row.group_name!, slug: row.group_slug!, location: row.group_location },
  ...(row.removed_reason === null ? {} : { removed: { reason: row.removed_reason } }),
})
