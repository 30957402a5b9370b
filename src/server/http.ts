/** HTTP: one door for pages, our own calls (/rpc), everyone else's (/api/v1) and accounts (/api/auth). */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { createRouterClient, type ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Config } from '#config'
import type { Viewer } from '#contract/account.ts'
import { type FaultData, faults, noSuchCall } from '#contract/kernel.ts'
import type { Auth } from './account/auth.ts'
import { makeAccountDoor, makeCallerOf } from './account/http.ts'
import { type CallContext, router } from './api.ts'
import { mountCalendars } from './calendars-web.ts'
import { docsPage, openApi } from './docs.ts'
import { IMAGE_MS, mountImages, takesBytes } from './images-web.ts'
import { asFaults } from './kernel/faults.ts'
import type { Files } from './kernel/files/files.ts'
import type { Geocoder } from './kernel/geo/geo.ts'
import {
  AS_IT_IS,
  acceptsGzip,
  addressOf,
  compressed,
  type Deadline,
  deadlineOf,
  inTime,
  jsonOnly,
  type KeptPage,
  type Limits,
  legible,
  makeVisitors,
  NO_PATTERN,
  namedBetter,
  outagePage,
  pagePolicy,
  SHUT,
  sameOrigin,
  secured,
  sharedAddress,
  withoutHost,
  zoneOf,
} from './kernel/http/http.ts'
import type { Live } from './kernel/live/live.ts'
import { errorFacts, type Log } from './kernel/log.ts'
import type { Embeddings, Model } from './kernel/model/model.ts'
import { type Database, hasFunctions, isOutage, Outage } from './kernel/postgres/postgres.ts'
import type { Principal } from './kernel/principal.ts'
import { ownRow } from './members/members.ts'
import { mountOpenWeb } from './open-web.ts'
import { ownData } from './own-data/own-data.ts'

/** What the pages get with each request; the web floor has the same shape under the same names. */
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

export interface HttpParts {
  config: Config
  secret: string
  baseUrl: string
  origins: string[]
  database: Database
  auth: Auth
  limits: Limits
  live: Pick<Live, 'ring' | 'heed'>
  files: Files
  geocoder: Geocoder
  model: Model | null
  embeddings?: Embeddings | null
  log: Log
  /** null in development: Vite serves them */
  assets: string | null
  pages(): Promise<Pages>
  /** ms; for tests, another patience than usual */
  answerWithin?: number | undefined
  /** migrations that this program knows; the database must have them all to be ready */
  migrations: string[]
}

export function makeHttp(parts: HttpParts): Hono {
  const { config, database, limits, live, geocoder, log, origins, baseUrl } = parts
  const secure = baseUrl.startsWith('https:')
  const addressFor = addressOf(config)
  const callContext = (viewer: Principal | null, address: string | null = null, deadline?: Deadline): CallContext => ({
    db: database.db,
    viewer,
    address,
    limits,
    live,
    geocoder,
    model: parts.model,
    embeddings: parts.embeddings ?? null,
    log,
    adminEmails: config.adminEmails,
    modelMonthlyTokens: config.modelMonthlyTokens,
    deadline,
  })
  const rpc = new RPCHandler(router, { clientInterceptors: [asFaults(log)], customJsonSerializers: [NO_PATTERN] })
  const rest = new OpenAPIHandler(router, {
    clientInterceptors: [asFaults(log)],
    customJsonSerializers: [AS_IT_IS],
    customErrorResponseBodyEncoder: withDescribedNames,
  })
  const callerOf = makeCallerOf(parts)
  const app = new Hono()

  app.use(logged(log))
  app.use(secured(secure))
  app.use(compressed())
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', (context) => ready(context, parts))
  app.use(sameOrigin(origins))
  app.use(jsonOnly(takesBytes))

  // their steps are the library's, and stored one by one: what they have begun they end
  const accountDoor = makeAccountDoor({
    ...{ ...parts, addressOf: addressFor, ctxOf: callContext },
    ownData: (member) => ownData(parts.database.db, member),
  })
  app.all('/api/auth/*', noStore, accountDoor)
  app.use(inTime(({ req }) => parts.answerWithin ?? (takesBytes(req.method, req.path) ? IMAGE_MS : undefined)))
  app.get('/api/v1/openapi.json', async (context) => context.json(await spec()))
  app.get('/api/v1/docs', async (context) => {
    context.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    return context.html(docsPage(await spec()))
  })
  app.all('/rpc/*', noStore, async (context) => {
    // the library keeps GET from what writes, but would let HEAD and OPTIONS do it
    if (!['GET', 'POST'].includes(context.req.method)) return context.json(NOT_FOUND, 404)
    const { member, cookies } = await callerOf(context.req.raw.headers)
    const { matched, response } = await rpc.handle(context.req.raw, {
      prefix: '/rpc',
      context: callContext(member, addressFor(context), deadlineOf(context)),
    })
    if (!matched || (await isNoSuchCall(response))) return context.json(NOT_FOUND, 404)
    return finished(response, cookies)
  })
  mountCalendars(app, {
    ...{ brand: config.brand.name, baseUrl, log },
    callerOf,
    ctxOf: callContext,
    addressOf: addressFor,
  })
  mountImages(app, { files: parts.files, log, callerOf, ctxOf: callContext })
  app.use('/api/*', noStore, async (context) => {
    const { member, cookies } = await callerOf(context.req.raw.headers)
    const { matched, response } = await rest.handle(context.req.raw, {
      prefix: '/api/v1',
      context: callContext(member, addressFor(context), deadlineOf(context)),
    })
    if (!matched || (await isNoSuchCall(response))) return context.json(NOT_FOUND, 404)
    return finished(response, cookies)
  })

  mountOpenWeb(app, { brand: config.brand.name, baseUrl, ctx: callContext(null), addressOf: addressFor, live })

  if (parts.assets) {
    app.use(
      '/assets/*',
      serveStatic({
        root: parts.assets,
        precompressed: true,
        onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=31536000, immutable'),
      }),
      async (context) => context.json(NOT_FOUND, 404),
    )
    // named one by one: to look for a file costs more than to answer with a page that is kept
    const files = readdirSync(parts.assets, { withFileTypes: true }).filter((entry) => entry.isFile())
    app.on(
      'GET',
      files.map(({ name }) => `/${name}`),
      serveStatic({
        root: parts.assets,
        precompressed: true,
        onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=3600'),
      }),
    )
  }

  // the framework's door to functions of pages; there are none, and everybody may knock
  app.all('/_serverFn/*', (context) => context.json(NOT_FOUND, 404))

  /** Draws a page; what it could not read ends as an outage, with its status and when to come back. */
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
    const response = await pages.fetch(request, {
      api: inProcess(calls, (error) => {
        if (codeOf(error) === faults.unavailable.code) outage = error
        if (codeOf(error) === faults.tooFast.code) tooFast = error
      }),
      viewer,
      nonce,
      brand: config.brand,
      now: new Date(),
      publicUrl: baseUrl,
      dev: config.dev,
      shared,
      zone,
    })
    // a part that did not load says so in its own place, and the page is there all the same
    if (outage && response.status >= 500) throw new Outage('A page could not be read', { cause: outage })
    if (tooFast && response.status >= 500) throw tooFast
    return response
  }
  // nothing of the request that asked first is in it, not even the name by which it called us
  const visitors = makeVisitors((address, nonce) =>
    draw(new Request(baseUrl + address), nonce, callContext(null), null, { shared: true }),
  )
  live.heed(SHUT, visitors.forgetAll)

  app.all('*', async (context) => {
    if (!['GET', 'HEAD'].includes(context.req.method)) return context.json(NOT_FOUND, 404)
    const better = namedBetter(context, parts)
    if (better) return context.redirect(better, 307)
    const nonce = randomBytes(16).toString('base64')
    const { member, cookies } = await callerOf(context.req.raw.headers)
    const viewer = member && (await ownRow(callContext(member), member.id))
    const isShared = !config.dev && !viewer && cookies.length === 0
    const shared = isShared && sharedAddress(context.req.method, context.req.url, context.req.raw.headers)
    const kept = shared && (await visitors.page(shared))
    if (kept) return answerOf(kept, nonce, acceptsGzip(context))
    const calls = callContext(viewer ? member : null, addressFor(context), deadlineOf(context))
    const page = await draw(legible(context.req.raw), nonce, calls, viewer, { zone: viewer && zoneOf(context, secure) })
    forOneReader(page.headers, nonce, config.dev)
    const to = page.headers.get('Location')
    if (to) page.headers.set('Location', withoutHost(to, context.req.url))
    // these addresses carry a key that must not travel on
    if (/^\/(verify|reset)/.test(context.req.path)) page.headers.set('Referrer-Policy', 'no-referrer')
    for (const cookie of cookies) page.headers.append('Set-Cookie', cookie)
    return page
  })

  app.onError((error, context) => {
    const isOut = isOutage(error)
    const declared = [faults.tooFast, faults.unavailable].find(({ code }) => code === codeOf(error))
    if (!isOut && !declared) log.error(errorFacts(error), 'a request failed')
    const fault = isOut ? faults.unavailable : declared ? { ...declared, message: error.message } : faults.unexpected
    context.header('Cache-Control', 'no-store')
    const seconds = isOut ? 5 : (error as { data?: { retry_after?: number } }).data?.retry_after
    if (seconds) context.header('Retry-After', String(seconds))
    if (/^\/(rpc|api)\//.test(context.req.path))
      return context.json({ code: fault.code, message: fault.message }, fault.status as 500)
    context.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    return context.html(outagePage(config.brand.name, fault), fault.status as 500)
  })

  let made: ReturnType<typeof openApi> | null = null
  const spec = () => (made ??= openApi(config.brand.name))
  return app
}

/** The assistant's error reply has its described names beside the code, for programs that look for them there. */
function withDescribedNames(error: ORPCError<string, unknown>): object | undefined {
  const { error: sentence, queriesUsed } = (error.data ?? {}) as FaultData
  return queriesUsed === undefined ? undefined : { ...error.toJSON(), error: sentence, queriesUsed }
}

const NOT_FOUND = { code: 'NOT_FOUND', message: 'Not found' }

/** What is the administrators' alone answers to everybody else as any address that is not there, to the letter. */
const isNoSuchCall = async (answer: Response): Promise<boolean> =>
  answer.status === 404 && (await answer.clone().text()).includes(`"code":"${noSuchCall.code}"`)

/** Every page is for the one who asked: its scripts run by its own nonce, and nobody between us keeps it. */
function forOneReader(headers: Headers, nonce: string, dev: boolean): void {
  headers.set('Content-Security-Policy', pagePolicy(nonce, dev))
  headers.set('Cache-Control', 'private, no-store')
}

/** A page of the visitors' cache, with this answer's own nonce. */
function answerOf({ status, headers, body }: KeptPage, nonce: string, gzip: boolean): Response {
  const answer = new Response((gzip ? body.gzipped(nonce) : body.plain(nonce)) as Uint8Array<ArrayBuffer>, {
    status,
    headers,
  })
  forOneReader(answer.headers, nonce, false)
  if (gzip) answer.headers.set('Content-Encoding', 'gzip')
  const to = answer.headers.get('Location')
  if (to) answer.headers.set('Location', withoutHost(to, 'http://localhost'))
  return answer
}

const codeOf = (error: unknown) => (error as { code?: string }).code

/** The contract as functions, for pages rendered here. Faults keep their sentence; anything else is masked, never dehydrated. */
const inProcess = (context: CallContext, onFault: (error: unknown) => void) =>
  createRouterClient(router, {
    context,
    interceptors: [
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

/**
 * An answer of the API with the headers that its body and the session ask for. Ours to change: the library made it for
 * us. (Whoever looks at the context's own answer before there is one, or at a body, has all of it copied.)
 */
async function finished(answer: Response, cookies: string[]): Promise<Response> {
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  if (answer.status !== 429 && answer.status !== 503) return answer
  const text = await answer.text()
  const seconds = /"retry_after":(\d+)/.exec(text)?.[1]
  if (seconds) answer.headers.set('Retry-After', seconds)
  return new Response(text, answer)
}

const noStore = async (context: Context, next: () => Promise<void>) => {
  await next()
  context.res.headers.set('Cache-Control', 'no-store')
}

function logged(log: Log) {
  return async (context: Context, next: () => Promise<void>) => {
    const from = performance.now()
    await next()
    const ms = Math.round(performance.now() - from)
    // the path only: query strings may carry keys, and the address of a calendar is one
    const path = context.req.path.replace(/^\/calendar\/.*/, '/calendar/…')
    log.debug({ method: context.req.method, path, status: context.res.status, ms }, 'request')
  }
}

async function ready(context: Context, { database, migrations }: HttpParts): Promise<Response> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database.db)
    const applied = new Set(rows.map(({ name }) => name))
    const missing = migrations.filter((name) => !applied.has(name.replace(/\.sql$/, '')))
    if (missing.length || !(await hasFunctions(database.db)))
      return context.json({ status: 'waiting for migrations' }, 503)
    return context.json({ status: 'ready' })
  } catch {
    context.header('Retry-After', '5')
    return context.json({ status: 'no database' }, 503)
  }
}
