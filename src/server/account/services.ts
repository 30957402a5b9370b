/** What the account calls share: their parts, our cookies, and the calls to the accounts library. */
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { faults } from '#contract/kernel.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Limits } from '../kernel/http/http.ts'
import { type Auth, type AuthParts, readSession, SIGN_UP_SECRET } from './auth.ts'
import type { Call } from './calls.ts'
import { passwordComplaint } from './password.ts'
import { Refused, type Reply, replyOf, replyWith } from './replies.ts'

export interface AccountServices extends AuthParts {
  auth: Auth
  limits: Limits
  addressOf(context: Context): string
  ctxOf(member: Ctx['viewer']): Ctx
  /** the copy of a member's data, in pieces; it is passed in, because it reads all rooms, which are above this one */
  ownData(member: string): AsyncGenerator<string>
}

/** Returns the accounts library's password hasher. */
export const hasherOf = async ({ auth }: AccountServices) => (await auth.$context).password

export const isSecure = ({ baseUrl }: AccountServices) => baseUrl.startsWith('https:')

/**
 * `sign_up`: this browser made an account that is not verified yet. `device`: it has signed in before. `zone`: its time
 * zone, see web/kernel/zone.ts.
 */
export type Cookie = 'sign_up' | 'device' | 'session_token' | 'zone'
export const cookieName = (services: AccountServices, name: Cookie) =>
  isSecure(services) ? `__Host-fk.${name}` : `fk.${name}`

/** `maxAge` in seconds. */
export const setOwnCookie = (
  services: AccountServices,
  context: Context,
  name: Cookie,
  value: string,
  maxAge: number,
) =>
  setCookie(context, cookieName(services, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(services),
    maxAge,
  })

export const sessionOf = async (services: AccountServices, context: Context) =>
  (await readSession(services.auth, context.req.raw.headers)).session

export async function mustHaveSession(services: AccountServices, context: Context) {
  const session = await sessionOf(services, context)
  if (!session) throw new Refused(401, 'UNAUTHENTICATED', 'Please sign in')
  return session
}

/** `own`: names that an attacker would try first. */
export async function checkPasswordStrength(
  services: AccountServices,
  password: string,
  own: string[],
  field = 'password',
): Promise<void> {
  const complaint = await passwordComplaint(password, [services.config.brand.name, ...own])
  if (complaint) throw new Refused(400, 'WEAK_PASSWORD', complaint, { [field]: complaint })
}

/** Calls the accounts library. Its refusals are returned as replies; an outage is thrown. */
export async function callLibrary(
  services: AccountServices,
  context: Context,
  path: Call,
  body: object,
  signUpSecret?: string,
): Promise<Reply> {
  const headers = new Headers({ 'content-type': 'application/json', origin: services.baseUrl })
  for (const name of ['cookie', 'user-agent']) {
    const value = context.req.header(name)
    if (value) headers.set(name, value)
  }
  if (signUpSecret) headers.set(SIGN_UP_SECRET, signUpSecret)
  const request = new Request(`${services.baseUrl}/api/auth${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  try {
    return await replyOf(await services.auth.handler(request))
  } catch (error) {
    // suspended while the session was being made: the second call returns the refusal that says so
    if ((error as { constraint?: string }).constraint === 'member_is_suspended')
      return callLibrary(services, context, path, body, signUpSecret)
    const refusal = error as { statusCode?: number; body?: { code?: string; message?: string } }
    if (!refusal.statusCode || !refusal.body?.code) throw error
    return replyWith(refusal.statusCode, refusal.body.code, refusal.body.message ?? faults.unexpected.message)
  }
}

/**
 * The minimum duration, in ms, of answers about addresses and of refusals, so that timing does not show whether an
 * address is known.
 */
export const MIN_RESPONSE_MS = 450

/** Takes at least so many ms, so that the duration reveals nothing. */
export async function takeAtLeast<Result>(
  ms: number,
  work: () => Promise<Result>,
  applies: (result: Result) => boolean = () => true,
): Promise<Result> {
  const from = performance.now()
  const result = await work()
  if (applies(result)) await new Promise((go) => setTimeout(go, Math.max(0, ms - (performance.now() - from))))
  return result
}
