/** Pages and the files of the client. A page is rendered for one viewer, or shared among visitors (decision 012). */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { createRouterClient } from '@orpc/server'
import type { Context, Hono } from 'hono'
import type { Config } from '#config'
import type { Viewer } from '#contract/account.ts'
import { faults } from '#contract/kernel.ts'
import { type CallContext, router } from './api.ts'
import type { CallerOf } from './callers.ts'
import { asFaults } from './kernel/faults.ts'
import {
  acceptsGzip,
  type CachedPage,
  type Deadline,
  deadlineOf,
  decodable,
  leadsToItself,
  makeVisitorCache,
  noteRendering,
  pagePolicy,
  publicLocation,
  sharedAddress,
  VISITORS_TOPIC,
  withoutHost,
  withoutPage,
  zoneOf,
} from './kernel/http/http.ts'
import type { Live } from './kernel/live/live.ts'
import { Outage } from './kernel/postgres/postgres.ts'
import type { Principal } from './kernel/principal.ts'
import { type Traces, traceCalls } from './kernel/tracing/tracing.ts'
import { ownRow } from './members/members.ts'

/** The context that the pages get with each request. The web declares the same shape under the same names. */
export interface PageRequest {
  api: ReturnType<typeof inProcess>
  viewer: Viewer | null
  nonce: string
  brand: Config['brand']
  now: Date
  publicUrl: string
  dev: boolean
  shared: boolean
  zone: string | null
}
export interface Pages {
  fetch(request: Request, page: PageRequest): Promise<Response>
}

interface PageParts {
  config: Config
  baseUrl: string
  origins: string[]
  live: Pick<Live, 'onNotify'>
  /** age of the state that a page for visitors is rendered from, in ms */
  stateAge?(): number
  /** the folder with the client's files; null in development, where Vite serves them */
  assets: string | null
  pages(): Promise<Pages>
  callerOf: CallerOf
  ctxOf(viewer: Principal | null, address?: string | null, deadline?: Deadline): CallContext
  addressOf(context: Context): string | null
  traces?: Traces | null
}

/** Of the visitors' pages, on a machine of 1 GB: a third of the usual size. */
const SMALL_CACHE_BYTES = 8_000_000

export const NOT_FOUND = { code: 'NOT_FOUND', message: 'Not found' }

export function mountPages(app: Hono, parts: PageParts): void {
  const { config, baseUrl, live, callerOf, ctxOf, addressOf } = parts
  const secure = baseUrl.startsWith('https:')
  if (parts.assets) mountAssets(app, parts.assets)

  // the router's endpoint for server functions: there are none
  app.all('/_serverFn/*', (context) => context.json(NOT_FOUND, 404))

  /** Renders a page. If it could not be read because of an outage or a rate limit, the answer is that fault. */
  const draw = async (
    request: Request,
    nonce: string,
    calls: CallContext,
    viewer: Viewer | null,
    { shared = false, zone = null as string | null } = {},
  ) => {
    const pages = await parts.pages()
    let outage: unknown
    let tooFast: unknown
    const context: PageRequest = {
      api: inProcess(
        calls,
        (error) => {
          if (codeOf(error) === faults.unavailable.code) outage = error
          if (codeOf(error) === faults.tooFast.code) tooFast = error
        },
        parts.traces,
      ),
      viewer,
      nonce,
      brand: config.brand,
      now: new Date(),
      publicUrl: baseUrl,
      dev: config.dev,
      shared,
      zone,
    }
    const asked = decodable(request)
    const drawn = await pages.fetch(asked, context)
    const response = leadsToItself(drawn, asked.url) ? await pages.fetch(withoutPage(asked), context) : drawn
    // a part of the page that did not load shows its own message; the page itself is sent all the same
    if (outage && response.status >= 500) throw new Outage('A page could not be read', { cause: outage })
    if (tooFast && response.status >= 500) throw tooFast
    return response
  }
  // a shared page holds nothing of the request that caused it, not even its Host
  const visitors = makeVisitorCache(
    (address, nonce) => draw(new Request(baseUrl + address), nonce, ctxOf(null), null, { shared: true }),
    { stateAge: parts.stateAge, ...(config.small && { mostBytes: SMALL_CACHE_BYTES }) },
  )
  live.onNotify(VISITORS_TOPIC, visitors.forgetAll)

  app.all('*', async (context) => {
    if (!['GET', 'HEAD'].includes(context.req.method)) return context.json(NOT_FOUND, 404)
    const better = publicLocation(context, parts)
    if (better) return context.redirect(better, 307)
    const nonce = randomBytes(16).toString('base64')
    const { member, cookies } = await callerOf(context)
    const viewer = member && (await ownRow(ctxOf(member), member.id))
    const isShared = !config.dev && !viewer && cookies.length === 0
    const shared = isShared && sharedAddress(context.req.method, context.req.url, context.req.raw.headers)
    const kept = shared && (await visitors.page(shared, () => noteRendering(context)))
    if (kept) return answerOf(kept, nonce, acceptsGzip(context))
    noteRendering(context)
    const calls = ctxOf(viewer ? member : null, addressOf(context), deadlineOf(context))
    const page = await draw(context.req.raw, nonce, calls, viewer, {
      zone: viewer && zoneOf(context, secure),
    })
    forOneReader(page.headers, nonce, config.dev)
    const to = page.headers.get('Location')
    if (to) page.headers.set('Location', withoutHost(to, context.req.url))
    // the address holds a key that no other site may see
    if (/^\/(verify|reset)/.test(context.req.path)) page.headers.set('Referrer-Policy', 'no-referrer')
    for (const cookie of cookies) page.headers.append('Set-Cookie', cookie)
    return page
  })
}

function mountAssets(app: Hono, folder: string): void {
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
    async (context) => context.json(NOT_FOUND, 404),
  )
  // one route for each file: looking for a file on disk costs more than answering with a shared page
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  app.on(
    'GET',
    files.map(({ name }) => `/${name}`),
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=3600'),
    }),
  )
}

/** Headers of a page for one response: its scripts run by a nonce of their own, and no cache may store it. */
function forOneReader(headers: Headers, nonce: string, dev: boolean): void {
  headers.set('Content-Security-Policy', pagePolicy(nonce, dev))
  headers.set('Cache-Control', 'private, no-store')
}

/** A shared page, with the nonce of this response. */
function answerOf({ status, headers, body }: CachedPage, nonce: string, gzip: boolean): Response {
  const bytes = gzip ? body.gzipped(nonce) : body.plain(nonce)
  const answer = new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers })
  forOneReader(answer.headers, nonce, false)
  answer.headers.set('Content-Length', String(bytes.length))
  if (gzip) answer.headers.set('Content-Encoding', 'gzip')
  const to = answer.headers.get('Location')
  if (to) answer.headers.set('Location', withoutHost(to, 'http://localhost'))
  return answer
}

export const codeOf = (error: unknown) => (error as { code?: string }).code

/**
 * The contract as functions, for rendering. Declared faults keep their message. Any other error is masked, so that its
 * details do not reach a page.
 */
const inProcess = (context: CallContext, onFault: (error: unknown) => void, traces?: Traces | null) =>
  createRouterClient(router, {
    context,
    interceptors: [
      ...(traces ? [traceCalls(traces)] : []),
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          onFault(error)
          throw error
        }
      },
      asFaults(context.log),
    ],
  })
