/** What the account calls have in common: their parts, our cookies, and the way to the accounts library. */
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { faults } from '#contract/kernel.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Limits } from '../kernel/http/http.ts'
import { type Auth, type AuthParts, readSession, SIGN_UP_SECRET } from './auth.ts'
import type { Call } from './calls.ts'
import { passwordComplaint } from './password.ts'
import { Refused, type Reply, replyOf, replyWith } from './replies.ts'

export interface Door extends AuthParts {
  auth: Auth
  limits: Limits
  addressOf(context: Context): string
  ctxOf(member: Ctx['viewer']): Ctx
  /** the copy of a member's data, in pieces; it is read from all rooms, which are above this one */
  ownData(member: string): AsyncGenerator<string>
}

/** By which the accounts library keeps passwords. */
export const hasherOf = async ({ auth }: Door) => (await auth.$context).password

export const isSecure = ({ baseUrl }: Door) => baseUrl.startsWith('https:')

/** `sign_up`: this browser made an account that is not verified yet. `device`: it has signed in before. `zone`: its own, see web/kernel/zone.ts. */
export type Cookie = 'sign_up' | 'device' | 'session_token' | 'zone'
export const cookie = (door: Door, name: Cookie) => (isSecure(door) ? `__Host-fk.${name}` : `fk.${name}`)

/** `maxAge` in seconds. */
export const keepCookie = (door: Door, context: Context, name: Cookie, value: string, maxAge: number) =>
  setCookie(context, cookie(door, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(door),
    maxAge,
  })

export const sessionOf = async (door: Door, context: Context) =>
  (await readSession(door.auth, context.req.raw.headers)).session

export async function mustHaveSession(door: Door, context: Context) {
  const session = await sessionOf(door, context)
  if (!session) throw new Refused(401, 'UNAUTHENTICATED', 'Please sign in')
  return session
}

/** `own`: names that a guesser would try first. */
export async function mustBeStrong(door: Door, password: string, own: string[], field = 'password'): Promise<void> {
  const complaint = await passwordComplaint(password, [door.config.brand.name, ...own])
  if (complaint) throw new Refused(400, 'WEAK_PASSWORD', complaint, { [field]: complaint })
}

/** Asks the accounts library. What it refuses is a reply; an outage is thrown. */
export async function forward(
  door: Door,
  context: Context,
  path: Call,
  body: object,
  signUpSecret?: string,
): Promise<Reply> {
  const headers = new Headers({ 'content-type': 'application/json', origin: door.baseUrl })
  for (const name of ['cookie', 'user-agent']) {
    const value = context.req.header(name)
    if (value) headers.set(name, value)
  }
  if (signUpSecret) headers.set(SIGN_UP_SECRET, signUpSecret)
  const request = new Request(`${door.baseUrl}/api/auth${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  try {
    return await replyOf(await door.auth.handler(request))
  } catch (error) {
    // suspended while his session was being made: asked once more, he is told so
    if ((error as { constraint?: string }).constraint === 'member_is_suspended')
      return forward(door, context, path, body, signUpSecret)
    const refusal = error as { statusCode?: number; body?: { code?: string; message?: string } }
    if (!refusal.statusCode || !refusal.body?.code) throw error
    return replyWith(refusal.statusCode, refusal.body.code, refusal.body.message ?? faults.unexpected.message)
  }
}

/** Answers about addresses, and refusals, take at least this long, known or not. */
export const FLOOR_MS = 450

/** Takes at least so long, so that a clock tells nothing. */
export async function atLeast<Result>(
  ms: number,
  work: () => Promise<Result>,
  applies: (result: Result) => boolean = () => true,
): Promise<Result> {
  const from = performance.now()
  const result = await work()
  if (applies(result)) await new Promise((go) => setTimeout(go, Math.max(0, ms - (performance.now() - from))))
  return result
}
