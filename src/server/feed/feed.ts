/** The feed: selects posts and their order. The posts room builds the cards. */
import { type RawBuilder, sql } from 'kysely'
import { PAGE_SIZE } from '#contract/feed.ts'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard, PostType } from '#contract/posts.ts'
import { getCategory } from '../categories/categories.ts'
import { groupIdsOf, mustSeeInside, visibleInside } from '../groups/groups.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { prepared } from '../kernel/postgres/postgres.ts'
import { getMember, type ViewerScope } from '../members/members.ts'
import { byNobodyApart, cardOf, cardsOf, newestPosts, readableNetworks } from '../posts/posts.ts'

/** The viewer, and the post after which the page begins. */
interface Reader {
  viewer: string | null
  /** not null: the viewer reads as an administrator, if he is one */
  administrators?: string[] | null
  time: Date | null
  id: string | null
}

const readerOf = (ctx: Ctx, after: string | undefined): Reader => {
  const key = keyOf(after)
  return { viewer: ctx.viewer?.id ?? null, time: key?.created_at ?? null, id: key?.id ?? null }
}

const eyes = ({ viewer, administrators }: Reader): ViewerScope | null =>
  viewer === null ? null : administrators ? { id: viewer, administrators } : { id: viewer }

const older = ({ time, id }: Reader) => (time ? sql`(p.created_at, p.id) < (${time}, ${id})` : sql`true`)

/** Reads one post more than a page holds, to know whether another page follows. */
const ROWS = sql.lit(PAGE_SIZE + 1)

/** Returns the newest of these posts, in and outside of networks, with their cards, from one statement. */
function newestOf(db: Ctx['db'], reader: Reader, which: RawBuilder<unknown>, isOwn = false) {
  const viewer = eyes(reader)
  const list = newestPosts({ viewer, which, older: older(reader), rows: ROWS })
  return cardsOf(db, viewer, sql`with ${readableNetworks(viewer, isOwn)} select id from (${list}) l`)
}

/**
 * General posts, and for a member those of his networks. Of each network only posts that are not older than the oldest
 * of the general page are read.
 */
const feed = prepared((db, reader: Reader) => {
  const { viewer } = reader
  const who = eyes(reader)
  const isMet = byNobodyApart(who)
  const general = sql`select p.id, p.created_at from posts p
    where p.group_id is null and p.removed_at is null and ${older(reader)} and ${isMet}
    order by p.created_at desc, p.id desc limit ${ROWS}`
  if (!viewer) return cardsOf(db, who, sql`select id from (${general}) g`)
  return cardsOf(
    db,
    who,
    sql`
    with general as materialized (${general}),
    reach as materialized (select case when count(*) = ${ROWS} then min(created_at) else '-infinity' end as until from general)
    select id from (select id, created_at from general union all
      select q.id, q.created_at from ${groupIdsOf(sql`${viewer}`)} m cross join lateral (
        select p.id, p.created_at from posts p
        where p.group_id = m.group_id and p.removed_at is null and p.created_at >= (select until from reach)
          and ${older(reader)} and ${isMet}
        order by p.created_at desc, p.id desc limit ${ROWS}) q) c
    order by created_at desc, id desc limit ${ROWS}`,
  )
})

const ofCategory = prepared((db, reader: Reader & { slug: string; type: PostType | null }) => {
  const { slug, type } = reader
  const category = sql`p.category_id = (select c.id from categories c where c.slug = lower(${slug}))`
  return newestOf(db, reader, type ? sql`${category} and p.type = ${type}` : category)
})

/** `own` is not null if he looks at his own posts; removed ones are then included. */
const ofMember = prepared((db, reader: Reader & { author: string; own: true | null }) =>
  newestOf(db, reader, sql`p.author_id = ${reader.author}`, reader.own !== null),
)

const ofGroup = prepared((db, reader: Reader & { slug: string }) => {
  const { slug } = reader
  const who = eyes(reader)
  // checked once for the network and not for each post, because either all of its posts are visible to him or none
  const group = sql`select g.id from groups g where g.slug = slug_of(${slug}::text)
    and g.status = 'approved' and ${visibleInside(who)}`
  const ids = sql`select p.id from posts p
    where p.group_id = (${group}) and p.removed_at is null and ${older(reader)} and ${byNobodyApart(who)}
    order by p.created_at desc, p.id desc limit ${ROWS}`
  return cardsOf(db, who, ids)
})

/** Questions of the last weeks, by other members, that nobody has answered. Older questions are left out. */
const UNANSWERED_WEEKS = 4
const unanswered = prepared((db, { viewer, rows }: { viewer: string; rows: number }) => {
  const who = { id: viewer }
  const list = newestPosts({
    viewer: who,
    which: sql`p.unanswered and p.author_id is distinct from ${viewer}::uuid`,
    older: sql`p.created_at > now() - ${sql.lit(UNANSWERED_WEEKS)} * interval '1 week'`,
    rows: sql`${rows}::int`,
  })
  return cardsOf(db, who, sql`with ${readableNetworks(who)} select id from (${list}) l`)
})

export async function listUnanswered(ctx: Ctx, rows: number): Promise<PostCard[]> {
  const { id: viewer } = mustBeMember(ctx, 'Please sign in')
  return (await unanswered(ctx.db, { viewer, rows })).map(cardOf)
}

export async function listFeed(ctx: Ctx, { after }: { after?: string }): Promise<PageOf<PostCard>> {
  return pageOf((await feed(ctx.db, readerOf(ctx, after))).map(cardOf), PAGE_SIZE)
}

export async function listCategoryPosts(ctx: Ctx, input: { slug: string; type?: PostType; after?: string }) {
  const { slug, type = null, after } = input
  const reader = readerOf(ctx, after)
  const rows = slug.includes('\0') ? [] : await ofCategory(ctx.db, { ...reader, slug, type })
  if (rows.length === 0) await getCategory(ctx, { slug }) // an unknown category is a fault
  return pageOf(rows.map(cardOf), PAGE_SIZE)
}

/** Newest first. Posts of a private network are for its members only. */
export async function listGroupPosts(ctx: Ctx, { slug, after }: { slug: string; after?: string }) {
  const reader = readerOf(ctx, after)
  const rows = slug.includes('\0') ? [] : await ofGroup(ctx.db, { ...reader, slug })
  if (rows.length === 0) await mustSeeInside(ctx, slug) // an empty result may mean that the posts are hidden from him
  return pageOf(rows.map(cardOf), PAGE_SIZE)
}

export async function listMemberPosts(ctx: Ctx, input: { username: string; after?: string }) {
  const reader = { ...readerOf(ctx, input.after), administrators: ctx.adminEmails }
  const { id: author } = await getMember(ctx, input)
  const own = author === reader.viewer || null
  return pageOf((await ofMember(ctx.db, { ...reader, author, own })).map(cardOf), PAGE_SIZE)
}
