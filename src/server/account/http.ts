/** /api/auth: the accounts library behind our own door, which checks fields, counts tries, and keeps tokens from scripts. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type * as z from 'zod'
import { FaultData, faults } from '#contract/kernel.ts'
import { leaveMap } from '../members/members.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { isOutage } from '../kernel/db.ts'
import { addJob } from '../kernel/jobs.ts'
import { addressKey, type Allowance, type Limits } from '../kernel/limits.ts'
import { errorFacts } from '../kernel/log.ts'
import { type Auth, type AuthParts, digest, newSecret, SIGN_UP_COOKIE } from './auth.ts'
import { type BodyOf, type Call, CALLS, isCall } from './calls.ts'
import { deviceName, isKnownDevice, rememberDevice } from './devices.ts'
import { newDeviceMail, passwordChangedMail } from './mails.ts'
import { passwordComplaint } from './password.ts'
import { fieldsOf, type Reply, Refused, replyOf, replyWith } from './replies.ts'

const YEAR = 365 * 24 * 3600
/** Answers about addresses take at least this long, known or not, so that a clock tells nothing. */
const FLOOR_MS = 450

export interface Door extends AuthParts {
  auth: Auth
  limits: Limits
  addressOf(context: Context): string
  ctxOf(member: Ctx['viewer']): Ctx
}

export function makeAccountDoor(door: Door) {
  return async (context: Context): Promise<Response> => {
    const path = context.req.path.replace(/^\/api\/auth/, '')
    if (context.req.method !== 'POST' || !isCall(path)) return context.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
    try {
      const json: unknown = await context.req.json().catch(() => {
        throw new Refused(400, 'INVALID', 'This is not JSON')
      })
      return finish(context, await call(door, context, path, json))
    } catch (error) {
      return finish(context, refusalOf(door, error))
    }
  }
}

async function call(door: Door, context: Context, path: Call, json: unknown): Promise<Reply> {
  const parsed = CALLS[path].safeParse(json)
  if (!parsed.success) throw new Refused(400, faults.invalid.code, faults.invalid.message, fieldsOf(parsed.error as z.ZodError))
  const body = parsed.data as Record<string, string>
  await drawFor(door, context, path, body)
  switch (path) {
    case '/sign-up/email':
      return atLeast(FLOOR_MS, () => signUp(door, context, parsed.data as BodyOf<'/sign-up/email'>))
    case '/sign-in/email':
    case '/sign-in/username':
      return signIn(door, context, path, body)
    case '/sign-out':
      return signOut(door, context)
    case '/send-verification-email':
    case '/request-password-reset':
      return atLeast(FLOOR_MS, async () => ({ ...(await forward(door, context, path, body)), body: { status: true } }))
    case '/verify/confirm': {
      const reply = await forward(door, context, path, { ...body, browser: getCookie(context, cookie(door, SIGN_UP_COOKIE)) })
      return reply.body.signed_in ? welcome(door, context, reply) : reply
    }
    case '/reset-password':
      await mustBeStrong(door, body.newPassword!, [], 'newPassword')
      return forward(door, context, path, body)
    case '/change-password':
      return changePassword(door, context, parsed.data as BodyOf<'/change-password'>)
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      return welcome(door, context, await forward(door, context, path, body))
    default:
      return forward(door, context, path, body)
  }
}

/** A taken address answers like a fresh one. Of two at the same moment the loser is asked again and finds the winner's account. */
async function signUp(door: Door, context: Context, input: BodyOf<'/sign-up/email'>): Promise<Reply> {
  const { email, password, username } = input
  await mustBeStrong(door, password, [email.split('@')[0]!, username])
  const body = { email, password, username, name: input.name || username }
  const secret = newSecret()
  let reply = await forward(door, context, '/sign-up/email', body, secret)
  if (reply.body.code === 'FAILED_TO_CREATE_USER') reply = await forward(door, context, '/sign-up/email', body, secret)
  if (reply.status !== 200) return reply
  keepCookie(door, context, SIGN_UP_COOKIE, secret, 7 * 24 * 3600)
  return { ...reply, body: { token: null, user: { email, name: body.name, username, emailVerified: false } } }
}

async function signIn(door: Door, context: Context, path: '/sign-in/email' | '/sign-in/username', body: Record<string, string>): Promise<Reply> {
  const name = (body.email ?? body.username)!.toLowerCase()
  const account = await door.database.db
    .selectFrom('user')
    .select('id')
    .where(path === '/sign-in/email' ? 'email' : 'username', '=', name)
    .executeTakeFirst()
  const device = getCookie(context, cookie(door, 'device'))
  const known = Boolean(account && device && (await isKnownDevice(door.database, account.id, digest(device))))
  const [allowance, key]: [Allowance, string] = known
    ? ['passwordOfDevice', digest(account!.id + device)]
    : ['passwordOfAccount', digest(account?.id ?? name)]
  await door.limits.draw(allowance, key)
  const reply = await atLeast(FLOOR_MS, () => forward(door, context, path, body), (found) => found.status !== 200)
  if (reply.status !== 200) return reply
  await door.limits.giveBack(allowance, key)
  return reply.body.twoFactorRedirect ? { ...reply, body: { twoFactorRedirect: true } } : welcome(door, context, reply)
}

/** Off the map first, then the session; with the database away the cookie goes all the same and the rest follows. */
async function signOut(door: Door, context: Context): Promise<Reply> {
  const end = async () => {
    const session = await door.auth.api.getSession({ headers: context.req.raw.headers })
    if (!session) return forward(door, context, '/sign-out', {})
    await leaveMap(door.ctxOf(null), session.user.id)
    return forward(door, context, '/sign-out', {})
  }
  try {
    return await end()
  } catch (error) {
    if (!isOutage(error)) throw error
    void keepTrying(door, end)
    const expired = cookie(door, 'session_token')
    return { status: 200, body: { success: true }, cookies: [`${expired}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure(door) ? '; Secure' : ''}`] }
  } finally {
    context.header('Clear-Site-Data', '"cache"')
  }
}

async function keepTrying(door: Door, end: () => Promise<unknown>): Promise<void> {
  for (let seconds = 1; seconds < 600; seconds *= 2) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref())
    const done = await end().then(() => true, (error) => !isOutage(error))
    if (done) return
  }
  door.log.error({}, 'a sign-out could not be written within ten minutes')
}

async function changePassword(door: Door, context: Context, body: BodyOf<'/change-password'>): Promise<Reply> {
  const session = await door.auth.api.getSession({ headers: context.req.raw.headers })
  if (!session) throw new Refused(401, 'UNAUTHENTICATED', 'Please sign in')
  await mustBeStrong(door, body.newPassword, [session.user.email.split('@')[0]!, session.user.name], 'newPassword')
  const reply = await forward(door, context, '/change-password', { ...body, revokeOtherSessions: true })
  if (reply.status === 200) await addJob(door.database.db, 'mail', passwordChangedMail({ brand: door.config.brand.name, to: session.user.email }, `${door.baseUrl}/forgot`))
  if (reply.body.fields) return { ...reply, body: { ...reply.body, fields: { currentPassword: reply.body.message } } }
  return reply
}

/** After a sign-in: the browser becomes a known one, and the owner hears of a new one. */
async function welcome(door: Door, context: Context, reply: Reply): Promise<Reply> {
  const userId = (reply.body.user as { id?: string } | undefined)?.id
  if (reply.status !== 200 || !userId) return reply
  const device = getCookie(context, cookie(door, 'device')) ?? newSecret()
  keepCookie(door, context, 'device', device, YEAR)
  const { first, fresh } = await rememberDevice(door.database, userId, digest(device))
  if (fresh && !first) {
    const owner = await door.database.db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst()
    const name = deviceName(context.req.header('user-agent') ?? null)
    if (owner) await addJob(door.database.db, 'mail', newDeviceMail({ brand: door.config.brand.name, to: owner.email }, name, `${door.baseUrl}/settings`))
  }
  return { ...reply, body: 'signed_in' in reply.body ? { signed_in: true } : {} }
}

async function drawFor({ limits, addressOf }: Door, context: Context, path: Call, body: Record<string, string>): Promise<void> {
  const address = addressKey(addressOf(context))
  if (path === '/sign-up/email') return limits.draw('signUpOfAddress', address)
  if (path.startsWith('/sign-in/')) return limits.draw('passwordOfAddress', address)
  if (path.startsWith('/two-factor/verify')) return limits.draw('codeOfAddress', address)
  if (path === '/send-verification-email' || path === '/request-password-reset') {
    await limits.draw('mailOfAddress', address)
    return limits.draw('mailToAddressee', digest(`${path}${body.email}`))
  }
  if (path !== '/sign-out') return limits.draw('codeOfAddress', address)
}

async function mustBeStrong(door: Door, password: string, own: string[], field = 'password'): Promise<void> {
  const complaint = await passwordComplaint(password, [door.config.brand.name, ...own])
  if (complaint) throw new Refused(400, 'WEAK_PASSWORD', complaint, { [field]: complaint })
}

async function forward(door: Door, context: Context, path: Call, body: object, signUpSecret?: string): Promise<Reply> {
  const headers = new Headers({ 'content-type': 'application/json', origin: door.baseUrl })
  for (const name of ['cookie', 'user-agent']) {
    const value = context.req.header(name)
    if (value) headers.set(name, value)
  }
  if (signUpSecret) headers.set('x-sign-up-secret', signUpSecret)
  const request = new Request(`${door.baseUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  try {
    return await replyOf(await door.auth.handler(request))
  } catch (error) {
    const refusal = error as { statusCode?: number; body?: { code?: string; message?: string } }
    if (!refusal.statusCode || !refusal.body?.code) throw error
    return replyWith(refusal.statusCode, refusal.body.code, refusal.body.message ?? 'An unexpected error occurred')
  }
}

function refusalOf(door: Door, error: unknown): Reply {
  if (error instanceof Refused) return error.reply
  const fault = error as { code?: string; status?: number | string; message?: string; data?: unknown }
  const data = FaultData.safeParse(fault.data)
  if (data.success && typeof fault.status === 'number' && fault.code) {
    return { status: fault.status, body: { code: fault.code, message: fault.message, ...data.data }, cookies: [] }
  }
  if (isOutage(error)) return { status: 503, body: { code: 'UNAVAILABLE', message: faults.unavailable.message, retry_after: 5 }, cookies: [] }
  door.log.error(errorFacts(error), 'an account call failed')
  return { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: 'An unexpected error occurred' }, cookies: [] }
}

function finish(context: Context, { status, body, cookies }: Reply): Response {
  for (const one of cookies) context.header('Set-Cookie', one, { append: true })
  if (typeof body.retry_after === 'number') context.header('Retry-After', String(body.retry_after))
  return context.json(body, status as 200)
}

async function atLeast<Result>(ms: number, work: () => Promise<Result>, applies: (result: Result) => boolean = () => true): Promise<Result> {
  const from = performance.now()
  const wait = () => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - (performance.now() - from))))
  const result = await work()
  if (applies(result)) await wait()
  return result
}

const isSecure = ({ baseUrl }: Door) => baseUrl.startsWith('https:')
const cookie = (door: Door, name: string) => (isSecure(door) ? `__Host-fk.${name}` : `fk.${name}`)
const keepCookie = (door: Door, context: Context, name: string, value: string, maxAge: number) =>
  setCookie(context, cookie(door, name), value, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(door), maxAge })
