/**
 * The sitemap: every address that a visitor may open, in parts of five thousand. A part is a range of time. A full part
 * never changes its range, and new posts go into the last part. Building a part needs neither counts nor offsets.
 */
import { type RawBuilder, sql } from 'kysely'
import { pathTo, URLS, type Url } from '#contract/url-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Key } from '../kernel/page.ts'
import { escapeXml } from '../kernel/text/text.ts'
import { isVerified, joinAccount } from '../members/members.ts'
import { newestPosts, OPEN_TO_EVERYONE, REINDEXED_GROUPS, readableNetworks, visiblePost } from '../posts/posts.ts'

export const KINDS = ['posts', 'members', 'groups'] as const
export type Kind = (typeof KINDS)[number]

/** Number of addresses at which a part is closed. */
export const PART_SIZE = 5000
/**
 * The limit of the sitemap protocol. A part can grow beyond `FULL` if posts get an earlier date or a network is made
 * public.
 */
const MAX_URLS = 50_000
/** Maximum number of parts that one request closes; after a bulk import the next requests continue. */
const MAX_PARTS_CLOSED = 20

interface Range {
  from: Key | null
  /** the first key after this part */
  to: Key | null
}

const inside = ({ from, to }: Range) => sql`
  ${from ? sql`(t.created_at, t.id) >= (${from.created_at}, ${from.id})` : sql`true`}
  and ${to ? sql`(t.created_at, t.id) < (${to.created_at}, ${to.id})` : sql`true`}`

/** Keys from the oldest on; each source is read along its own index. Visibility is checked for these keys. */
export const SOURCES: Record<Kind, (range: Range, limit: number) => RawBuilder<Key>> = {
  posts: (range, limit) => sql<Key>`
    select q.created_at, q.id from (
      (select t.created_at, t.id from posts t where t.open_to = ${OPEN_TO_EVERYONE} and ${inside(range)}
        order by t.created_at, t.id limit ${limit})
      union all
      select n.created_at, n.id from unnest(${REINDEXED_GROUPS}) as g (id) cross join lateral (
        select t.created_at, t.id from posts t where t.group_id = g.id and t.open_to = g.id and ${inside(range)}
        order by t.created_at, t.id limit ${limit}) n) q
    order by q.created_at, q.id limit ${limit}`,
  members: (range, limit) => sql<Key>`
    select t.created_at, t.id from profiles t where ${inside(range)} order by t.created_at, t.id limit ${limit}`,
  groups: (range, limit) => sql<Key>`
    select t.created_at, t.id from groups t where t.is_public and t.status = 'approved' and ${inside(range)}
    order by t.created_at, t.id limit ${limit}`,
}

/** Returns the number of parts of this kind. Begins another part if the last one is full. */
export async function countParts(ctx: Ctx, kind: Kind, size = PART_SIZE): Promise<number> {
  for (let step = 0; ; step++) {
    const last = await ctx.db
      .selectFrom('sitemap_parts')
      .select(['number', 'created_at', 'id'])
      .where('kind', '=', kind)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const number = last?.number ?? 1
    if (step === MAX_PARTS_CLOSED) return number
    const { rows } = await sql<Key & { many: number }>`
      select s.created_at, s.id, count(*) over ()::int as many
      from (${SOURCES[kind]({ from: last ?? null, to: null }, size + 1)}) s
      order by s.created_at desc, s.id desc limit 1`.execute(ctx.db)
    const next = rows[0]
    if (!next || next.many <= size) return number
    // two requests that notice it at the same time begin the same part
    await ctx.db
      .insertInto('sitemap_parts')
      .values({ kind, number: number + 1, created_at: next.created_at, id: next.id })
      .onConflict((conflict) => conflict.columns(['kind', 'number']).doNothing())
      .execute()
  }
}

export interface SitemapEntry {
  path: string
  changed_at: Date | null
}

/** The addresses of a part; null if the part does not exist. */
export async function readPart(ctx: Ctx, kind: Kind, number: number): Promise<SitemapEntry[] | null> {
  const found = await ctx.db
    .selectFrom('sitemap_parts')
    .select(['number', 'created_at', 'id'])
    .where('kind', '=', kind)
    .where('number', 'in', [number, number + 1])
    .execute()
  const from = found.find((part) => part.number === number) ?? null
  if (number < 1 || (number > 1 && !from)) return null
  const range = { from, to: found.find((part) => part.number === number + 1) ?? null }
  return READERS[kind](ctx, range)
}

async function readPosts(ctx: Ctx, range: Range): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ id: string; changed_at: Date }>`
    select p.id, greatest(p.updated_at, (select k.updated_at from comments k where k.post_id = p.id
      order by k.created_at desc, k.id desc limit 1)) as changed_at
    from (${SOURCES.posts(range, MAX_URLS)}) s join posts p on p.id = s.id
    where ${visiblePost(null)} order by s.created_at, s.id`.execute(ctx.db)
  return rows.map(({ id, changed_at }) => ({ path: pathTo('post', id), changed_at }))
}

/** Members who have written something that everyone may read. */
async function readMembers(ctx: Ctx, range: Range): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ username: string; changed_at: Date }>`
    select t.username, t.updated_at as changed_at from profiles t
    ${joinAccount(sql`t.id`)}
    where ${inside(range)} and (t.post_count > 0 or t.comment_count > 0)
      and ${isVerified}
    order by t.created_at, t.id limit ${MAX_URLS}`.execute(ctx.db)
  return rows.map(({ username, changed_at }) => ({ path: pathTo('user', username), changed_at }))
}

const OF_CATEGORY = { viewer: null, which: sql`p.category_id = c.id`, older: sql`true`, rows: sql.lit(1) }

/** Public networks, with the time of their newest post. */
async function readGroups(ctx: Ctx, range: Range): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ slug: string; changed_at: Date }>`
    select g.slug, coalesce((select p.updated_at from posts p where p.group_id = g.id and p.removed_at is null
      order by p.created_at desc, p.id desc limit 1), g.created_at) as changed_at
    from (${SOURCES.groups(range, MAX_URLS)}) s join groups g on g.id = s.id
    order by s.created_at, s.id`.execute(ctx.db)
  return rows.map(({ slug, changed_at }) => ({ path: pathTo('group', slug), changed_at }))
}

const READERS = { posts: readPosts, members: readMembers, groups: readGroups } satisfies Record<Kind, unknown>

/**
 * The fixed pages: the front page, the page about the community, the feed and the categories, with the times of their
 * newest posts.
 */
export async function readPlaces(ctx: Ctx): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ slug: string; changed_at: Date | null }>`
    with ${readableNetworks(null)}
    select c.slug, (select p.updated_at from posts p join (${newestPosts(OF_CATEGORY)}) l using (id)) as changed_at
    from categories c order by c.slug`.execute(ctx.db)
  const newest = Math.max(0, ...rows.map(({ changed_at }) => changed_at?.getTime() ?? 0))
  return [
    ...Object.values<Url>(URLS)
      .filter(({ sitemap }) => sitemap)
      .map(({ path }) => ({ path, changed_at: path === URLS.categories.path && newest ? new Date(newest) : null })),
    ...rows.map(({ slug, changed_at }) => ({ path: pathTo('category', slug), changed_at })),
  ]
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export const sitemapOf = (places: SitemapEntry[], baseUrl: string) => `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="${NAMESPACE}">
${places
  .map(({ path, changed_at }) => {
    const lastmod = changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeXml(baseUrl + path)}</loc>${lastmod}</url>\n`
  })
  .join('')}</urlset>
`

export const sitemapIndexOf = (parts: string[], baseUrl: string) => `<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="${NAMESPACE}">
${parts.map((path) => `<sitemap><loc>${escapeXml(baseUrl + path)}</loc></sitemap>\n`).join('')}</sitemapindex>
`
