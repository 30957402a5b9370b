/** What the place tells programs that nobody signed in: robots.txt, sitemap, feeds, pictures for links; one address each. */
import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { Context, Hono } from 'hono'
import type { CallContext } from './api.ts'
import { addressKey, makeRecentAnswers, SHUT } from './kernel/http/http.ts'
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
  /** of a visitor */
  ctx: CallContext
  /** whose allowance a picture draws on that has to be made */
  addressOf(context: Context): string
  live: Pick<Live, 'heed'>
}

const ATOM = 'application/atom+xml; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
const MINUTE = 60
const KEPT_MS = 3000
/** One more with each change of how pictures are drawn. */
const LOOK = 1

export function mountOpenWeb(app: Hono, { ctx, addressOf, live, ...home }: OpenWebParts): void {
  // a crowd asks the database once; what is deleted is gone as soon as from a visitor's page
  const feeds = makeRecentAnswers<Document>({ ms: KEPT_MS, most: 32 })
  const sitemaps = makeRecentAnswers<Document>({ ms: KEPT_MS, most: 8 })
  const index = makeRecentAnswers<Document>({ ms: KEPT_MS, most: 1 })
  for (const { forgetAll } of [feeds, sitemaps, index]) live.heed(SHUT, forgetAll)
  const draw = makeDrawing()

  app.use(oneAddress)
  app.get('/robots.txt', (context) => {
    context.header('Cache-Control', `public, max-age=${60 * MINUTE}`)
    return context.text(robots(home))
  })
  app.get(
    '/feed.xml',
    answered(async (context) => send(context, await feeds('', () => feedOfAll(ctx, home)), ATOM)),
  )
  app.get(
    '/category/:slug/feed.xml',
    answered(async (context) => {
      const slug = context.req.param('slug') ?? ''
      return send(context, await feeds(slug.toLowerCase(), () => feedOfCategory(ctx, home, slug)), ATOM)
    }),
  )
  app.get(
    '/sitemap.xml',
    answered(async (context) => send(context, await index('', () => sitemapIndex(ctx, home)), XML)),
  )
  app.get(
    '/sitemap/:name',
    answered(async (context) => {
      const name = context.req.param('name') ?? ''
      // names that somebody made up push none out that is kept
      if (!isPartName(name)) return nothing(context)
      return send(context, await sitemaps(name, () => sitemapPart(ctx, home, name)), XML)
    }),
  )
  const sendPicture = async (context: Context, picture: Picture, isInNetwork = false) => {
    const tag = tagOf(`${LOOK}${JSON.stringify(picture)}`)
    const known = isKnown(context, tag, null)
    const bytes = known ? null : await draw(picture, () => ctx.limits.draw('picture', addressKey(addressOf(context))))
    // others show it, that is what it is for
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    // minutes: what is taken back must go from everywhere; and a network that is shut is shut at once
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
    answered((context) => sendPicture(context, { brand: home.brand })),
  )
  app.get(
    '/post/:id/preview.png',
    answered(async (context) => {
      const { picture, isInNetwork } = await previewOf(ctx, context.req.param('id') ?? '', home.brand)
      return sendPicture(context, picture, isInNetwork)
    }),
  )
}

/** Pages have no slash at their end: whoever writes one is sent on. */
async function oneAddress(context: Context, next: () => Promise<void>): Promise<Response | undefined> {
  const { path, method } = context.req
  if (!['GET', 'HEAD'].includes(method) || !/[^/]\/+$/.test(path) || /^\/(api|rpc|assets|_serverFn)\//.test(path)) {
    await next()
    return undefined
  }
  const { pathname, search } = new URL(context.req.url)
  // the address may carry a key that must not travel on, or be kept
  context.header('Referrer-Policy', 'no-referrer')
  context.header('Cache-Control', 'no-store')
  return context.redirect(withoutSlashes(pathname).replace(/^\/{2,}/, '/') + search, 308)
}

/** By hand: a pattern would look anew from each of ten thousand slashes. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** A refusal of a room as a line of text, with its status and when to come back. */
const answered = (work: (context: Context) => Promise<Response>) => async (context: Context) => {
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

/** Hidden or missing is not said; and it may be there in a minute. */
function nothing(context: Context): Response {
  context.header('Cache-Control', 'no-store')
  return context.text('Not found', 404)
}

function send(context: Context, { text, changed_at }: Document, type: string): Response {
  const tag = tagOf(text)
  context.header('ETag', tag)
  // whoever keeps it asks each time whether it is still so
  context.header('Cache-Control', 'public, no-cache')
  if (changed_at) context.header('Last-Modified', changed_at.toUTCString())
  if (isKnown(context, tag, changed_at)) return context.body(null, 304)
  return context.body(text, 200, { 'Content-Type': type })
}

/** Weak: the same words, zipped or not. */
const tagOf = (text: string) => `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/** Only the very same time is the same state: what was deleted makes a feed older than it was. */
function isKnown(context: Context, tag: string, changed_at: Date | null): boolean {
  const tags = context.req.header('if-none-match')
  const opaque = (one: string) => one.trim().replace(/^W\//, '')
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((one) => opaque(one) === opaque(tag))
  return changed_at !== null && context.req.header('if-modified-since') === changed_at.toUTCString()
}
