/**
 * /api/auth: our handler in front of the accounts library. It checks fields, limits attempts, and keeps tokens from
 * scripts.
 */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { FaultData, faults } from '#contract/kernel.ts'
import { addressKey } from '../kernel/http/http.ts'
import { errorFacts } from '../kernel/log.ts'
import { isOutage } from '../kernel/postgres/postgres.ts'
import { isBreach } from '../kernel/refuse.ts'
import { type BodyOf, CALLS, type Call, isCall } from './calls.ts'
import { deleteAccount } from './delete.ts'
import { takeOwnData } from './download-data.ts'
import { changeEmail, confirmEmail } from './new-address.ts'
import { changePassword, resetPassword } from './new-password.ts'
import { fieldsOf, Refused, type Reply, replyWith } from './replies.ts'
import { asRecoveryCode, digest } from './secrets.ts'
import { type AccountServices, callLibrary, cookieName, MIN_RESPONSE_MS, takeAtLeast } from './services.ts'
import { endPresentedSession, finishSignIn, signIn, withAttempt, withRepeatedPassword } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { accountIn } from './verify.ts'

export { CALLS, isCall } from './calls.ts'
export { makeCallerOf } from './session.ts'

export function makeAccountEndpoints(services: AccountServices) {
  return async (context: Context): Promise<Response> => {
    const path = context.req.path.replace(/^\/api\/auth/, '')
    if (context.req.method !== 'POST' || !isCall(path))
      return context.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
    try {
      const json: unknown = await context.req.json().catch(() => {
        throw new Refused(400, 'INVALID', 'This is not JSON')
      })
      return finish(context, await call(services, context, path, json))
    } catch (error) {
      return finish(context, refusalOf(services, error))
    }
  }
}

async function call(services: AccountServices, context: Context, path: Call, json: unknown): Promise<Reply> {
  const parsed = CALLS[path].safeParse(json)
  if (!parsed.success) throw new Refused(400, faults.invalid.code, faults.invalid.message, fieldsOf(parsed.error))
  const { callbackURL: _nowhere, redirectTo: _neither, ...body } = parsed.data as Record<string, string>
  const as = <Name extends Call>() => body as unknown as BodyOf<Name>
  await drawFor(services, context, path, body)
  switch (path) {
    case '/sign-up/email':
      return signUp(services, context, as<typeof path>())
    case '/sign-in/email':
    case '/sign-in/username':
      return signIn(services, context, path, as<typeof path>())
    case '/sign-out':
      return signOut(services, context)
    case '/send-verification-email':
    case '/request-password-reset':
      return takeAtLeast(MIN_RESPONSE_MS, async () => ({
        ...(await callLibrary(services, context, path, body)),
        body: { status: true },
      }))
    case '/verify/confirm':
      return confirm(services, context, as<typeof path>())
    case '/reset-password':
      return resetPassword(services, context, as<typeof path>())
    case '/change-password':
      return changePassword(services, context, as<typeof path>())
    case '/delete-account':
      return deleteAccount(services, context, as<typeof path>())
    case '/own-data':
      return takeOwnData(services, context, as<typeof path>())
    case '/change-email':
      return changeEmail(services, context, as<typeof path>())
    case '/change-email/confirm':
      return confirmEmail(services, context, as<typeof path>())
    case '/two-factor/enable':
    case '/two-factor/disable':
    case '/two-factor/generate-backup-codes':
      return withRepeatedPassword(services, context, path, body)
    case '/two-factor/verify-backup-code':
      return finishSignIn(
        services,
        context,
        await callLibrary(services, context, path, { code: asRecoveryCode(body.code!) }),
      )
    case '/two-factor/verify-totp':
      return finishSignIn(services, context, await callLibrary(services, context, path, body))
    case '/verify/disown':
      return callLibrary(services, context, path, body)
  }
}

async function confirm(services: AccountServices, context: Context, body: BodyOf<'/verify/confirm'>): Promise<Reply> {
  const browser = getCookie(context, cookieName(services, 'sign_up'))
  const ask = () => callLibrary(services, context, '/verify/confirm', { ...body, browser })
  const reply = body.password
    ? await withAttempt(services, 'passwordOfAccount', digest(`verify ${accountIn(body.token)}`), ask)
    : await ask()
  if (!reply.body.signed_in) return reply
  await endPresentedSession(services, context)
  return finishSignIn(services, context, reply)
}

async function drawFor(
  { limits, addressOf }: AccountServices,
  context: Context,
  path: Call,
  body: Record<string, string>,
): Promise<void> {
  const address = addressKey(addressOf(context))
  if (path === '/sign-up/email') {
    await limits.draw('signUpOfAddress', address)
    return limits.draw('signUpOfAddressee', digest(body.email!))
  }
  if (path.startsWith('/sign-in/')) return limits.draw('passwordOfAddress', address)
  if (path === '/send-verification-email' || path === '/request-password-reset') {
    await limits.draw('mailOfAddress', address)
    return limits.draw('mailToAddressee', digest(`${path}${body.email}`))
  }
  if (path !== '/sign-out') return limits.draw('codeOfAddress', address)
}

function refusalOf(services: AccountServices, error: unknown): Reply {
  if (error instanceof Refused) return error.reply
  const fault = error as { code?: string; status?: number | string; message?: string; data?: unknown }
  const data = FaultData.safeParse(fault.data)
  if (data.success && typeof fault.status === 'number' && fault.code) {
    return { status: fault.status, body: { code: fault.code, message: fault.message, ...data.data }, cookies: [] }
  }
  const { unavailable, unexpected } = faults
  if (isOutage(error)) {
    const body = { code: unavailable.code, message: unavailable.message, retry_after: 5 }
    return { status: 503, body, cookies: [] }
  }
  // the account was deleted during the call
  if (isBreach(error, 'gone')) return replyWith(401, 'UNAUTHORIZED', '')
  services.log.error(errorFacts(error), 'an account call failed')
  return { status: 500, body: { code: unexpected.code, message: 'An unexpected error occurred' }, cookies: [] }
}

function finish(context: Context, { status, body, cookies, file }: Reply): Response {
  for (const one of cookies) context.header('Set-Cookie', one, { append: true })
  if (typeof body.retry_after === 'number') context.header('Retry-After', String(body.retry_after))
  if (!file) return context.json(body, status as 200)
  context.header('Content-Disposition', `attachment; filename="${file.name}"`)
  return context.body(file.text, 200, { 'Content-Type': 'application/json; charset=utf-8' })
}
