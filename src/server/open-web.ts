/** Public addresses for programs: robots.txt, sitemap, feeds, and preview images for links. */
import { ORPCError } from '@orpc/server'
import type { Context, Hono } from 'hono'
import type { CallContext } from './api.ts'
import { addressKey, makeRecentAnswers, namesTag, tagOf, VISITORS_TOPIC } from './kernel/http/http.ts'
import type { Live } from './kernel/live/live.ts'
import { makeDrawing, type Picture, previewOf } from './previews/previews.ts'
import {
  type Document,
  feedOfAll,
  feedOfCategory,
  type Home,
  isPartName,
  robots,
  sitemapIndex,
  sitemapPart,
} from './syndication/syndication.ts'

interface OpenWebParts extends Home {
  /** the context of a visitor */
  ctx: CallContext
  /** key of the rate limit that drawing a preview is charged to */
  addressOf(context: Context): string
  live: Pick<Live, 'onNotify'>
}

const ATOM = 'application/atom+xml; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
const MINUTE = 60
const CACHE_MS = 3000
/** Increase this by one with each change of how previews are drawn. */
const PREVIEW_VERSION = 1

export function mountOpenWeb(app: Hono, { ctx, addressOf, live, ...home }: OpenWebParts): void {
  // many concurrent requests read the database once; a deleted post leaves here as soon as it leaves a visitor's page
  const feeds = makeRecentAnswers<Document>({ ms: CACHE_MS, most: 32 })
  const sitemaps = makeRecentAnswers<Document>({ ms: CACHE_MS, most: 8 })
  const index = makeRecentAnswers<Document>({ ms: CACHE_MS, most: 1 })
  for (const { forgetAll } of [feeds, sitemaps, index]) live.onNotify(VISITORS_TOPIC, forgetAll)
  const draw = makeDrawing()

  app.use(oneAddress)
  app.get('/robots.txt', (context) => {
    context.header('Cache-Control', `public, max-age=${60 * MINUTE}`)
    return context.text(robots(home))
  })
  app.get(
    '/feed.xml',
    withRefusals(async (context) => send(context, await feeds('', () => feedOfAll(ctx, home)), ATOM)),
  )
  app.get(
    '/category/:slug/feed.xml',
    withRefusals(async (context) => {
      const slug = context.req.param('slug') ?? ''
      return send(context, await feeds(slug.toLowerCase(), () => feedOfCategory(ctx, home, slug)), ATOM)
    }),
  )
  app.get(
    '/sitemap.xml',
    withRefusals(async (context) => send(context, await index('', () => sitemapIndex(ctx, home)), XML)),
  )
  app.get(
    '/sitemap/:name',
    withRefusals(async (context) => {
      const name = context.req.param('name') ?? ''
      // requests for made-up names do not evict a cached part
      if (!isPartName(name)) return nothing(context)
      return send(context, await sitemaps(name, () => sitemapPart(ctx, home, name)), XML)
    }),
  )
  const sendPicture = async (context: Context, picture: Picture, isInNetwork = false) => {
    const tag = tagOf(`${PREVIEW_VERSION}${JSON.stringify(picture)}`)
    const known = isKnown(context, tag, null)
    const bytes = known ? null : await draw(picture, () => ctx.limits.draw('picture', addressKey(addressOf(context))))
    // other sites show the preview image; that is its purpose
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    // minutes: what is taken back must disappear everywhere; what belongs to a network that is made private disappears
    // at once
    context.header('Cache-Control', isInNetwork ? 'public, no-cache' : `public, max-age=${5 * MINUTE}`)
    context.header('ETag', tag)
    if (!bytes) return context.body(null, 304)
    return context.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/png',
      'Content-Length': String(bytes.length),
    })
  }
  app.get(
    '/preview.png',
    withRefusals((context) => sendPicture(context, { brand: home.brand })),
  )
  app.get(
    '/post/:id/preview.png',
    withRefusals(async (context) => {
      const { picture, isInNetwork } = await previewOf(ctx, context.req.param('id') ?? '', home.brand)
      return sendPicture(context, picture, isInNetwork)
    }),
  )
}

/** Pages have no slash at the end; an address with one is redirected. */
async function oneAddress(context: Context, next: () => Promise<void>): Promise<Response | undefined> {
  const { path, method } = context.req
  if (!['GET', 'HEAD'].includes(method) || !/[^/]\/+$/.test(path) || /^\/(api|rpc|assets|_serverFn)\//.test(path)) {
    await next()
    return undefined
  }
  const { pathname, search } = new URL(context.req.url)
  // the address may contain a key that must not be sent to other sites or cached
  context.header('Referrer-Policy', 'no-referrer')
  context.header('Cache-Control', 'no-store')
  return context.redirect(withoutSlashes(pathname).replace(/^\/{2,}/, '/') + search, 308)
}

/** Written as a loop: a regular expression would start again at each of ten thousand slashes. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Sends a refusal of a room as a line of text, with its status and `Retry-After`. */
const withRefusals = (work: (context: Context) => Promise<Response>) => async (context: Context) => {
  try {
    return await work(context)
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500 !== (error.status === 503)) throw error
    if (error.status === 404) return nothing(context)
    const seconds = (error.data as { retry_after?: number } | undefined)?.retry_after
    if (seconds) context.header('Retry-After', String(seconds))
    context.header('Cache-Control', 'no-store')
    return context.text(error.message, error.status as 503)
  }
}

/** The same answer for hidden and missing; not cached, because it may exist in a minute. */
function nothing(context: Context): Response {
  context.header('Cache-Control', 'no-store')
  return context.text('Not found', 404)
}

function send(context: Context, { text, changed_at }: Document, type: string): Response {
  const tag = tagOf(text)
  context.header('ETag', tag)
  // a cache may store it, but must revalidate it each time
  context.header('Cache-Control', 'public, no-cache')
  if (changed_at) context.header('Last-Modified', changed_at.toUTCString())
  if (isKnown(context, tag, changed_at)) return context.body(null, 304)
  return context.body(text, 200, { 'Content-Type': type })
}

/** Only an equal time means an unchanged feed: a deletion can make the time of a feed older than before. */
function isKnown(context: Context, tag: string, changed_at: Date | null): boolean {
  const tags = context.req.header('if-none-match')
  if (tags !== undefined) return namesTag(tags, tag)
  return changed_at !== null && context.req.header('if-modified-since') === changed_at.toUTCString()
}
