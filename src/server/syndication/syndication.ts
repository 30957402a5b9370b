/**
 * What programs read of the community: feeds, a sitemap, and the rules for search engines. Everything as a visitor sees
 * it.
 */
import { sql } from 'kysely'
import { fault } from '#contract/kernel.ts'
import type { PostCard } from '#contract/posts.ts'
import type { Block } from '#contract/text.ts'
import { getCategory } from '../categories/categories.ts'
import { listCategoryPosts } from '../feed/feed.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { loadCards, newestPosts, readableNetworks } from '../posts/posts.ts'
import { atomOf, changedAt, type FeedOf } from './atom.ts'
import { countParts, KINDS, type Kind, readPart, readPlaces, sitemapIndexOf, sitemapOf } from './sitemap.ts'

/** The community that is described. */
export interface Home {
  brand: string
  /** without a slash at the end */
  baseUrl: string
}

export interface Document {
  text: string
  /** when its content was last written or changed; null if unknown */
  changed_at: Date | null
}

const FEED_SIZE = 20
const ALL = {
  ...{ viewer: null, which: sql`true`, within: sql`p.group_id = n.id` },
  ...{ older: sql`true`, rows: sql.lit(FEED_SIZE) },
}

/** The newest twenty posts that everyone may see. */
export async function feedOfAll(ctx: Ctx, home: Home): Promise<Document> {
  const { rows } = await sql<{ id: string }>`
    with ${readableNetworks(null)} select id from (${newestPosts(ALL)}) l`.execute(ctx.db)
  const cards = await loadCards(
    visitor(ctx),
    rows.map(({ id }) => id),
  )
  return documentOf(home, {
    title: home.brand,
    subtitle: 'What fathers ask and tell each other, newest first.',
    path: '/feed.xml',
    page: '/categories',
    posts: await withBodies(ctx, cards),
  })
}

/** The same for one category; an unknown category is refused as on its page. */
export async function feedOfCategory(ctx: Ctx, home: Home, address: string): Promise<Document> {
  const { slug, name, description } = await getCategory(visitor(ctx), { slug: address })
  const { items } = await listCategoryPosts(visitor(ctx), { slug })
  const page = `/category/${encodeURIComponent(slug)}`
  return documentOf(home, {
    title: `${name} - ${home.brand}`,
    subtitle: description ?? '',
    path: `${page}/feed.xml`,
    page,
    posts: await withBodies(ctx, items.slice(0, FEED_SIZE)),
  })
}

const visitor = (ctx: Ctx): Ctx => ({ ...ctx, viewer: null })

const documentOf = ({ baseUrl }: Home, feed: FeedOf): Document => ({
  text: atomOf(feed, baseUrl),
  changed_at: feed.posts.length ? changedAt(feed) : null,
})

async function withBodies(ctx: Ctx, cards: PostCard[]): Promise<FeedOf['posts']> {
  if (cards.length === 0) return []
  const ids = cards.map(({ id }) => id)
  const rows = await ctx.db
    .selectFrom('posts')
    .select(['id', sql<Block[]>`body`.as('body')])
    .where('id', 'in', ids)
    .execute()
  const bodies = new Map(rows.map(({ id, body }) => [id, body]))
  return cards.map((card) => ({ ...card, body: bodies.get(card.id) ?? [] }))
}

/** The list of the sitemap's parts. */
export async function sitemapIndex(ctx: Ctx, { baseUrl }: Home): Promise<Document> {
  const parts = ['/sitemap/places.xml']
  for (const kind of KINDS) {
    const many = await countParts(ctx, kind)
    for (let number = 1; number <= many; number++) parts.push(`/sitemap/${kind}-${number}.xml`)
  }
  return { text: sitemapIndexOf(parts, baseUrl), changed_at: null }
}

const NO_PART = fault('NOT_FOUND', 404, 'Not found')
const PART = new RegExp(`^(${KINDS.join('|')})-([1-9]\\d{0,5})\\.xml$`)

/** The form of a part's name. Only the database knows whether the part exists. */
export const isPartName = (name: string) => name === 'places.xml' || PART.test(name)

/** One part by its file name; refused if no such part exists. */
export async function sitemapPart(ctx: Ctx, { baseUrl }: Home, name: string): Promise<Document> {
  if (name === 'places.xml') return { text: sitemapOf(await readPlaces(ctx), baseUrl), changed_at: null }
  const [, kind, number] = PART.exec(name) ?? []
  const places = kind ? await readPart(ctx, kind as Kind, Number(number)) : null
  return { text: sitemapOf(places ?? refuse(NO_PART), baseUrl), changed_at: null }
}

/** Search engines may read everything that a visitor may read, except API calls. */
export const robots = ({ baseUrl }: Home) => `User-agent: *
Disallow: /api/
Disallow: /rpc/

Sitemap: ${baseUrl}/sitemap.xml
`
