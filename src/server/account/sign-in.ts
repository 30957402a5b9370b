/**
 * Signing in: attempts limited by account and by browser, the browser remembered, a mail to the owner about a new one.
 */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { RateLimit } from '../kernel/http/http.ts'
import { addJob } from '../kernel/jobs/jobs.ts'
import type { BodyOf, Call } from './calls.ts'
import { deviceName, isKnownDevice, isOwnKey, rememberDevice } from './devices.ts'
import { newDeviceMail } from './mails.ts'
import { SUSPENDED_CODE } from './refusal-messages.ts'
import { type Reply, replyWith } from './replies.ts'
import { digest, newSecret } from './secrets.ts'
import {
  type AccountServices,
  callLibrary,
  cookieName,
  MIN_RESPONSE_MS,
  sessionOf,
  setOwnCookie,
  takeAtLeast,
} from './services.ts'
import { isOfTakenSignUp } from './sign-up.ts'

/** browsers keep a cookie at most 400 days */
const YEAR = 365 * 24 * 3600

type SignIn = '/sign-in/email' | '/sign-in/username'

export async function signIn(
  services: AccountServices,
  context: Context,
  path: SignIn,
  body: BodyOf<SignIn>,
): Promise<Reply> {
  const [column, name] = 'email' in body ? (['email', body.email] as const) : (['username', body.username] as const)
  const account = await services.database.db
    .selectFrom('user')
    .select('id')
    .where(column, '=', name.toLowerCase())
    .executeTakeFirst()
  const device = getCookie(context, cookieName(services, 'device'))
  const known = account && device && (await isKnownDevice(services.database, account.id, digest(device)))
  // by the typed name: a count per account would reveal which address belongs to which member
  const [allowance, key]: [RateLimit, string] = known
    ? ['passwordOfDevice', digest(account.id + device)]
    : ['passwordOfAccount', digest(`${column} ${name.toLowerCase()}`)]
  return withAttempt(services, allowance, key, async () => {
    const reply = await takeAtLeast(
      MIN_RESPONSE_MS,
      async () => {
        const found = await callLibrary(services, context, path, body)
        if (found.status === 200) return found
        // checked after every refusal: a second hash only in this case would reveal by its duration that the address is
        // taken
        const isTaken = await isOfTakenSignUp(services, column, name, body.password)
        return found.status === 401 && isTaken ? replyWith(403, 'EMAIL_NOT_VERIFIED', '') : found
      },
      (found) => found.status !== 200,
    )
    if (reply.status !== 200) return reply
    await endPresentedSession(services, context)
    if (reply.body.twoFactorRedirect) return { ...reply, body: { twoFactorRedirect: true } }
    return finishSignIn(services, context, reply)
  })
}

/**
 * For a signed-in member who gives his password again. It is rate limited, so that a stolen session cannot be used to
 * guess it.
 */
export async function withRepeatedPassword(
  services: AccountServices,
  context: Context,
  path: Call,
  body: object,
): Promise<Reply> {
  const session = await sessionOf(services, context)
  if (!session) return callLibrary(services, context, path, body)
  return withAttempt(services, 'passwordOfMember', session.user.id, () => callLibrary(services, context, path, body))
}

/** Takes one attempt, and gives it back if the password was right or was not checked. */
export async function withAttempt(
  { limits }: AccountServices,
  allowance: RateLimit,
  key: string,
  attempt: () => Promise<Reply>,
): Promise<Reply> {
  await limits.draw(allowance, key)
  let reply: Reply
  try {
    reply = await attempt()
  } catch (error) {
    await limits.giveBack(allowance, key).catch(() => {})
    throw error
  }
  const wasRight =
    reply.status === 200 || reply.body.code === 'EMAIL_NOT_VERIFIED' || reply.body.code === SUSPENDED_CODE
  if (wasRight) await limits.giveBack(allowance, key)
  return reply
}

/** After a sign-in: the browser becomes known, and the owner gets a mail about a new one. */
export async function finishSignIn(services: AccountServices, context: Context, reply: Reply): Promise<Reply> {
  const userId = (reply.body.user as { id?: string } | undefined)?.id
  if (reply.status !== 200 || !userId) return reply
  const device = await deviceOf(services, context)
  setOwnCookie(services, context, 'device', device, YEAR)
  const { first, fresh } = await rememberDevice(services.database, userId, digest(device))
  if (fresh && !first) {
    const { db } = services.database
    const owner = await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst()
    const name = deviceName(context.req.header('user-agent') ?? null)
    const about = { brand: services.config.brand.name, to: owner?.email ?? '' }
    if (owner) await addJob(db, 'mail', newDeviceMail(about, name, `${services.baseUrl}/settings`))
  }
  return { ...reply, body: 'signed_in' in reply.body ? { signed_in: true } : {} }
}

/**
 * Returns the key that we gave this browser at an earlier sign-in, or a new one. A key that the browser has chosen is
 * never used.
 */
async function deviceOf(services: AccountServices, context: Context): Promise<string> {
  const presented = getCookie(context, cookieName(services, 'device'))
  return presented && (await isOwnKey(services.database, digest(presented))) ? presented : newSecret()
}

/** Ends the session that the browser sent with the request: an attacker may have planted it. */
export async function endPresentedSession(services: AccountServices, context: Context): Promise<void> {
  const presented = await sessionOf(services, context)
  if (presented) await services.database.db.deleteFrom('session').where('id', '=', presented.session.id).execute()
}
