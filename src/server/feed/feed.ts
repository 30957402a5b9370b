/** The feed: which posts, in which order. The cards themselves are the posts room's. */
import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE } from '#contract/feed.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard, PostType } from '#contract/posts.ts'
import { getCategory } from '../categories/categories.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { prepared } from '../kernel/prepare.ts'
import { getMember } from '../members/members.ts'
import { cardOf, cardsOf, visiblePost } from '../posts/posts.ts'

/** Whose eyes, and behind which post the page begins. */
interface Reader {
  viewer: string | null
  time: Date | null
  id: string | null
}

const readerOf = (ctx: Ctx, after: string | undefined): Reader => {
  const key = keyOf(after)
  return { viewer: ctx.viewer?.id ?? null, time: key?.created_at ?? null, id: key?.id ?? null }
}

const older = ({ time, id }: Reader) => (time ? sql`(p.created_at, p.id) < (${time}, ${id})` : sql`true`)

/** The newest of these posts and their cards in one statement; one more than the page holds. */
const newest = (from: RawBuilder<unknown>) => sql<{ id: string }>`
  select p.id ${from} order by p.created_at desc, p.id desc limit ${sql.lit(PAGE_SIZE + 1)}`

/** General posts, and for a member those of his networks: of each only what is not older than the general page reaches. */
const feed = prepared((db, reader: Reader) => {
  const { viewer } = reader
  const rows = sql.lit(PAGE_SIZE + 1)
  const general = sql`select p.id, p.created_at from posts p where p.group_id is null and ${older(reader)}
    order by p.created_at desc, p.id desc limit ${rows}`
  if (!viewer) return cardsOf(db, viewer, sql`select id from (${general}) g`)
  return cardsOf(
    db,
    viewer,
    sql`
    with general as materialized (${general}),
    reach as materialized (select case when count(*) = ${rows} then min(created_at) else '-infinity' end as until from general)
    select id from (select id, created_at from general union all
      select q.id, q.created_at from group_members m cross join lateral (
        select p.id, p.created_at from posts p
        where p.group_id = m.group_id and p.created_at >= (select until from reach) and ${older(reader)}
        order by p.created_at desc, p.id desc limit ${rows}) q where m.user_id = ${viewer}) c
    order by created_at desc, id desc limit ${rows}`,
  )
})

const ofCategory = prepared((db, reader: Reader & { slug: string; type: PostType | null }) => {
  const { viewer, slug, type } = reader
  const kind = type ? sql`and p.type = ${type}` : sql``
  const from = sql`from posts p where p.category_id = (select c.id from categories c where c.slug = lower(${slug}))
    ${kind} and ${older(reader)} and ${visiblePost(viewer ? { id: viewer } : null)}`
  return cardsOf(db, viewer, newest(from))
})

const ofMember = prepared((db, reader: Reader & { author: string }) => {
  const { viewer, author } = reader
  const from = sql`from posts p where p.author_id = ${author} and ${older(reader)}
    and ${visiblePost(viewer ? { id: viewer } : null)}`
  return cardsOf(db, viewer, newest(from))
})

export async function listFeed(ctx: Ctx, after?: string): Promise<PageOf<PostCard>> {
  return pageOf((await feed(ctx.db, readerOf(ctx, after))).map(cardOf), PAGE_SIZE)
}

export async function listCategoryPosts(ctx: Ctx, input: { slug: string; type?: PostType; after?: string }) {
  const { slug, type = null, after } = input
  const reader = readerOf(ctx, after)
  const rows = slug.includes('\0') ? [] : await ofCategory(ctx.db, { ...reader, slug, type })
  if (rows.length === 0) await getCategory(ctx, slug) // none of that name is a fault
  return pageOf(rows.map(cardOf), PAGE_SIZE)
}

export async function listMemberPosts(ctx: Ctx, input: { username: string; after?: string }) {
  const reader = readerOf(ctx, input.after)
  const { id: author } = await getMember(ctx, input.username)
  return pageOf((await ofMember(ctx.db, { ...reader, author })).map(cardOf), PAGE_SIZE)
}
