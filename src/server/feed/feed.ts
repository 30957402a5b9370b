/** The feed: which posts, in which order. The cards themselves are the posts room's. */
import { sql } from 'kysely'
import { PAGE_SIZE } from '#contract/feed.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard, PostType } from '#contract/posts.ts'
import { getCategory } from '../categories/categories.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type Key, keyOf, pageOf } from '../kernel/page.ts'
import { getMember } from '../members/members.ts'
import { loadCards, visiblePost } from '../posts/posts.ts'

/** General posts, and for a member those of his networks: each source gives its newest page, the newest of all are the page. */
export async function listFeed(ctx: Ctx, after?: string): Promise<PageOf<PostCard>> {
  const key = keyOf(after)
  const mine = ctx.viewer
    ? sql`union all select q.id, q.created_at from group_members m cross join lateral (
        select p.id, p.created_at from posts p where p.group_id = m.group_id and ${older(key)}
        order by p.created_at desc, p.id desc limit ${PAGE_SIZE + 1}) q where m.user_id = ${ctx.viewer.id}`
    : sql``
  const { rows } = await sql<Key>`
    with candidates as (
      (select p.id, p.created_at from posts p where p.group_id is null and ${older(key)}
       order by p.created_at desc, p.id desc limit ${PAGE_SIZE + 1}) ${mine})
    select id, created_at from candidates order by created_at desc, id desc limit ${PAGE_SIZE + 1}`.execute(ctx.db)
  return withCards(ctx, rows)
}

export async function listCategoryPosts(ctx: Ctx, input: { slug: string; type?: PostType; after?: string }) {
  const key = keyOf(input.after)
  const { id } = await getCategory(ctx, input.slug)
  const kind = input.type ? sql`and p.type = ${input.type}` : sql``
  const { rows } = await sql<Key>`
    select p.id, p.created_at from posts p
    where p.category_id = ${id} ${kind} and ${older(key)} and ${visiblePost(ctx.viewer)}
    order by p.created_at desc, p.id desc limit ${PAGE_SIZE + 1}`.execute(ctx.db)
  return withCards(ctx, rows)
}

export async function listMemberPosts(ctx: Ctx, input: { username: string; after?: string }) {
  const key = keyOf(input.after)
  const { id } = await getMember(ctx, input.username)
  const { rows } = await sql<Key>`
    select p.id, p.created_at from posts p
    where p.author_id = ${id} and ${older(key)} and ${visiblePost(ctx.viewer)}
    order by p.created_at desc, p.id desc limit ${PAGE_SIZE + 1}`.execute(ctx.db)
  return withCards(ctx, rows)
}

const older = (key: Key | null) => (key ? sql`(p.created_at, p.id) < (${key.created_at}, ${key.id})` : sql`true`)

async function withCards(ctx: Ctx, rows: Key[]): Promise<PageOf<PostCard>> {
  const { items, next } = pageOf(rows, PAGE_SIZE)
  return {
    items: await loadCards(
      ctx,
      items.map(({ id }) => id),
    ),
    next,
  }
}
