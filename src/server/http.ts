/** HTTP: one server for pages, our own calls (/rpc), calls of other programs (/api/v1) and accounts (/api/auth). */
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import type { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { type Context, Hono } from 'hono'
import type { Config } from '#config'
import { type FaultData, faults, noSuchCall } from '#contract/kernel.ts'
import { LATEST_HEADER } from '#contract/live-words.ts'
import type { Auth } from './account/auth.ts'
import { makeAccountEndpoints, makeCallerOf } from './account/http.ts'
import { type CallContext, isAdministratorsPath, router } from './api.ts'
import { mountCalendars } from './calendars-web.ts'
import { type CallerOf, makeByteBudget, makeCallers } from './callers.ts'
import { callAt } from './calls.ts'
import { mountDocs } from './docs-web.ts'
import { acceptsBytes, mountImages, PROCESSING_TIMEOUT_MS } from './images-web.ts'
import { asFaults } from './kernel/faults.ts'
import type { Files } from './kernel/files/files.ts'
import type { Geocoder } from './kernel/geo/geo.ts'
import {
  addressOf,
  type BodyLimits,
  compressed,
  type Deadline,
  deadlineOf,
  fewParameters,
  HELP_LINES,
  inTime,
  jsonOnly,
  type Limits,
  loggedPath,
  OUTAGE_CSP,
  outagePage,
  PLAIN_JSON,
  REJECT_REGEXP,
  sameOrigin,
  secured,
  shortHeaders,
  VISITORS_TOPIC,
  type VisitorTime,
  visitorBudget,
} from './kernel/http/http.ts'
import type { Live } from './kernel/live/live.ts'
import { errorFacts, type Log } from './kernel/log.ts'
import { countCalls, countRequests, type Metrics, noMetrics } from './kernel/metrics/metrics.ts'
import type { Embeddings, Model } from './kernel/model/model.ts'
import { type Database, isOutage } from './kernel/postgres/postgres.ts'
import type { Principal } from './kernel/principal.ts'
import type { Replica } from './kernel/replica/replica.ts'
import { type Traces, traceCalls } from './kernel/tracing/tracing.ts'

import { mountLive } from './live-web.ts'
import { isAdministrator } from './members/members.ts'
import { mountOpenWeb } from './open-web.ts'
import { ownData } from './own-data/own-data.ts'
import { codeOf, mountPages, NOT_FOUND, type Pages } from './pages-web.ts'
import { mountPodText } from './pod-text-web.ts'
import { mountReady } from './ready-web.ts'
import { mountWellKnown } from './well-known-web.ts'

export interface HttpParts {
  config: Config
  secret: string
  baseUrl: string
  origins: string[]
  database: Database
  auth: Auth
  limits: Limits
  live: Pick<Live, 'notify' | 'onNotify' | 'arrive' | 'subscribe' | 'leave'>
  files: Files
  geocoder: Geocoder
  model: Model | null
  embeddings?: Embeddings | null
  /** null: all reads go to the primary */
  replica?: Replica | null
  metrics?: Metrics
  traces?: Traces | null
  log: Log
  assets: string | null
  pages(): Promise<Pages>
  /** ms; tests set another request timeout */
  answerWithin?: number | undefined
  /** the CPU time that is left to the visitors of each address */
  visitorTime?: VisitorTime | undefined
  /** migrations that this program knows; it is ready only if the database has them all */
  migrations: string[]
  /** a stopping process is not ready, so that a load balancer sends it nothing more */
  isStopping?(): boolean
}

export function makeHttp(parts: HttpParts): Hono {
  const {
    config,
    database,
    limits,
    live,
    geocoder,
    log,
    origins,
    baseUrl,
    metrics = noMetrics,
    traces,
    replica,
  } = parts
  const secure = baseUrl.startsWith('https:')
  const addressFor = addressOf(config)
  const callContext = (
    viewer: Principal | null,
    address: string | null = null,
    deadline?: Deadline,
    wantsLatest = false,
  ): CallContext => ({
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
    reads: replica?.forRequest(viewer?.id ?? null, wantsLatest),
  })
  // a list for each handler: the library's plugins add to it
  const interceptors = () => [...(traces ? [traceCalls(traces)] : []), countCalls(metrics), asFaults(log)]
  const rpc = new RPCHandler(router, { clientInterceptors: interceptors(), customJsonSerializers: [REJECT_REGEXP] })
  const rest = new OpenAPIHandler(router, {
    clientInterceptors: interceptors(),
    customJsonSerializers: [PLAIN_JSON],
    customErrorResponseBodyEncoder: withDescribedNames,
  })
  const callers = makeCallers(makeCallerOf(parts))
  const { callerOf } = callers
  if (replica) markHidden(replica, live, () => callContext(null))
  const app = new Hono()

  app.use(shortHeaders())
  app.use(logged(log))
  app.use(countRequests(metrics))
  app.use(secured(secure))
  app.use(compressed())
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  mountReady(app, parts)
  if (config.rateLimits) app.use(visitorBudget({ addressOf: addressFor, ...callers, time: parts.visitorTime }))
  app.use(fewParameters())
  app.use(sameOrigin(origins, log))
  app.use(
    jsonOnly({
      isBytes: acceptsBytes,
      limitsFor: (context) => limitsFor(context, callerOf, callContext),
      charge: config.rateLimits ? makeByteBudget(callers, addressFor) : async () => {},
      hasWaited: callers.forget,
    }),
  )

  // the library stores these steps one by one, so a started request is not cut off
  const accountDoor = makeAccountEndpoints({
    ...{ ...parts, addressOf: addressFor, ctxOf: callContext },
    ownData: (member) => ownData(parts.database.db, member),
  })
  app.all('/api/auth/*', noStore, async (context) => {
    const answer = await accountDoor(context)
    if (answer.status < 400 || answer.status >= 500) await callContext(null).reads?.wrote(true)
    return answer
  })
  app.use(
    inTime(({ req }) => parts.answerWithin ?? (acceptsBytes(req.method, req.path) ? PROCESSING_TIMEOUT_MS : undefined)),
  )
  mountDocs(app, config.brand.name)
  app.all('/rpc/*', noStore, async (context) => {
    // the library protects GET from operations that write, but would accept HEAD and OPTIONS
    if (!['GET', 'POST'].includes(context.req.method)) return context.json(NOT_FOUND, 404)
    const { member, cookies } = await callerOf(context)
    const calls = callContext(member, addressFor(context), deadlineOf(context), wantsLatest(context))
    const { matched, response } = await rpc.handle(context.req.raw, { prefix: '/rpc', context: calls })
    if (!matched || (await isNoSuchCall(response, context.req.url, calls))) return context.json(NOT_FOUND, 404)
    return finished(response, cookies)
  })
  mountCalendars(app, {
    ...{ brand: config.brand.name, baseUrl, log },
    callerOf,
    ctxOf: callContext,
    addressOf: addressFor,
  })
  mountLive(app, { live, callerOf })
  mountPodText(app, { log, callerOf, ctxOf: callContext })
  app.use(async (context, next) => {
    await next()
    if (acceptsBytes(context.req.method, context.req.path)) await callContext(null).reads?.wrote(true)
  })
  mountImages(app, { files: parts.files, log, callerOf, ctxOf: callContext })
  app.use('/api/*', noStore, async (context) => {
    const { member, cookies } = await callerOf(context)
    const calls = callContext(member, addressFor(context), deadlineOf(context), wantsLatest(context))
    const { matched, response } = await rest.handle(context.req.raw, { prefix: '/api/v1', context: calls })
    if (!matched || (await isNoSuchCall(response, context.req.url, calls))) return context.json(NOT_FOUND, 404)
    return finished(response, cookies)
  })

  mountOpenWeb(app, {
    brand: config.brand.name,
    baseUrl,
    ctx: { ...callContext(null), reads: undefined },
    addressOf: addressFor,
    live,
  })

  mountWellKnown(app, callerOf)
  mountPages(app, {
    ...parts,
    stateAge: () => replica?.age() ?? 0,
    callerOf,
    ctxOf: callContext,
    addressOf: addressFor,
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
    context.header('Content-Security-Policy', OUTAGE_CSP)
    const asksForHelp = HELP_LINES.test(context.req.path)
    return context.html(outagePage(config.brand.name, fault, { asksForHelp }), fault.status as 500)
  })

  return app
}

/** Returns null if there is no call at this address, or the caller may not make it: then its body is not read. */
async function limitsFor(
  context: Context,
  callerOf: CallerOf,
  ctxOf: (member: Principal | null) => CallContext,
): Promise<BodyLimits | null> {
  const call = callAt(context.req.method, context.req.path)
  if (!call) return null
  if (call.callers === 'everyone') return call.limits()
  const { member } = await callerOf(context)
  const mayCall = call.callers === 'members' ? member !== null : await isAdministrator(ctxOf(member))
  return mayCall ? call.limits() : null
}

/** Adds the described names to the assistant's error reply, beside the code, for programs that look for them there. */
function withDescribedNames(error: ORPCError<string, unknown>): object | undefined {
  const { error: sentence, queriesUsed } = (error.data ?? {}) as FaultData
  return queriesUsed === undefined ? undefined : { ...error.toJSON(), error: sentence, queriesUsed }
}

/**
 * Gives everyone who is not an administrator exactly the answer of an address that does not exist. The library refuses a
 * body that it cannot read, or a wrong method, before the contract asks who is calling; that would show the address.
 */
async function isNoSuchCall(answer: Response, url: string, calls: CallContext): Promise<boolean> {
  if (answer.status === 404) return (await answer.clone().text()).includes(`"code":"${noSuchCall.code}"`)
  const isUnread = answer.status === 400 || answer.status === 405
  return isUnread && isAdministratorsPath(new URL(url).pathname) && !(await isAdministrator(calls))
}

/**
 * The API response with the headers that its body and the session need. It is changed in place, because the library
 * made it for us. (Reading Hono's own response before it is set, or a body, would copy all of it.)
 */
async function finished(answer: Response, cookies: string[]): Promise<Response> {
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  if (answer.status !== 429 && answer.status !== 503) return answer
  const text = await answer.text()
  const seconds = /"retry_after":(\d+)/.exec(text)?.[1]
  if (seconds) answer.headers.set('Retry-After', seconds)
  return new Response(text, answer)
}

/** A tab that has just heard of an event reads the state with that event. */
const wantsLatest = ({ req }: Context): boolean => req.header(LATEST_HEADER) !== undefined

/** What is hidden by a job or by another process is not read from an earlier state: by nobody, after the notification. */
function markHidden(replica: Replica, live: Pick<Live, 'onNotify'>, calls: () => CallContext): void {
  live.onNotify(VISITORS_TOPIC, () => {
    replica.hidden()
    void calls().reads?.wrote(true)
  })
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
    // the path only, and no names in it: query strings may contain keys, and the address of a calendar is a key
    const path = loggedPath(context.req.path)
    log.debug({ method: context.req.method, path, status: context.res.status, ms }, 'request')
  }
}
