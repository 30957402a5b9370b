/** The accounts library, set up our way: sessions in cookies, mails as jobs, verification by a button. */
import { createHash, randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import { twoFactor, username } from 'better-auth/plugins'
import * as z from 'zod'
import { PASSWORD } from '#contract/account.ts'
import { USERNAME } from '#contract/members.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../kernel/db.ts'
import { addJob } from '../kernel/jobs.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { alreadyRegisteredMail, passwordChangedMail, resetMail, verifyMail } from './mails.ts'
import { hashing } from './password.ts'

const DAY = 24 * 3600

/** The header by which our own front passes the sign-up browser's secret; the front removes any that comes from outside. */
export const SIGN_UP_SECRET = 'x-sign-up-secret'
export const SIGN_UP_COOKIE = 'sign_up'

export const digest = (secret: string) => createHash('sha256').update(secret).digest('base64url')
export const newSecret = () => randomBytes(32).toString('base64url')

export interface AuthParts {
  config: Config
  secret: string
  /** links in mail, e.g. http://localhost:3000 */
  baseUrl: string
  /** every origin that counts as ours */
  origins: string[]
  database: Database
  log: Log
}

export type Auth = ReturnType<typeof makeAuth>

export function makeAuth({ config, secret, baseUrl, origins, database: { db }, log }: AuthParts) {
  const secure = baseUrl.startsWith('https:')
  const about = (to: string) => ({ brand: config.brand.name, to })
  const auth = betterAuth({
    appName: config.brand.name,
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: origins,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // ours counts in the database, by account too
    logger: { disabled: true },
    onAPIError: {
      // thrown on, so that an outage answers as one; the front masks everything that is not a declared refusal
      throw: true,
      onError: (error) => log.debug(errorFacts(error), 'account call refused'),
    },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      cookiePrefix: secure ? '__Host-fk' : 'fk',
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
    },
    session: { expiresIn: 60 * DAY, updateAge: DAY, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: config.requireVerifiedEmail,
      autoSignIn: false,
      minPasswordLength: PASSWORD.min,
      maxPasswordLength: PASSWORD.max * 4, // counted in code points by our own rule
      password: hashing,
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        addJob(db, 'mail', resetMail(about(user.email), `${baseUrl}/reset?token=${encodeURIComponent(token)}`)),
      onPasswordReset: async ({ user }) => addJob(db, 'mail', passwordChangedMail(about(user.email), `${baseUrl}/forgot`)),
      onExistingUserSignUp: async ({ user }) => {
        // not verified yet: whoever holds the mailbox decides, by the same page, between verifying and "This wasn't me"
        if (user.emailVerified) return addJob(db, 'mail', alreadyRegisteredMail(about(user.email), `${baseUrl}/forgot`))
        await auth.api.sendVerificationEmail({ body: { email: user.email } })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: DAY,
      sendVerificationEmail: async ({ user, token }, request) => {
        const browser = request?.headers.get(SIGN_UP_SECRET)
        if (browser) await rememberBrowser(user.id, browser)
        await addJob(db, 'mail', verifyMail(about(user.email), `${baseUrl}/verify?token=${encodeURIComponent(token)}`))
      },
    },
    plugins: [
      username({
        minUsernameLength: 3,
        maxUsernameLength: 30,
        usernameValidator: (name) => USERNAME.test(name) && !RESERVED.has(name.toLowerCase()),
      }),
      twoFactor({ issuer: config.brand.name }),
      { id: 'verify-by-button', endpoints: { confirm: confirmEndpoint(secret), disown: disownEndpoint(secret) } },
    ],
  })

  return auth

  /** Kept until the address is verified: the button signs in only where this secret comes back. */
  async function rememberBrowser(userId: string, browser: string): Promise<void> {
    const { internalAdapter } = await auth.$context
    await internalAdapter.createVerificationValue({
      identifier: browserOf(userId),
      value: digest(browser),
      expiresAt: new Date(Date.now() + 7 * DAY * 1000),
    })
  }
}

const RESERVED = new Set(['unknown', 'admin', 'administrator', 'moderator', 'support', 'fatherkin', 'pop', 'me', 'root', 'system'])
const browserOf = (userId: string) => `sign-up-browser:${userId}`
const BadLink = { code: 'INVALID_TOKEN', message: 'This link is no longer valid. Ask for a new mail and use the newest one.' }
const Token = z.strictObject({ token: z.string().max(2000), browser: z.string().max(200).optional() })

const confirmEndpoint = (secret: string) =>
  createAuthEndpoint('/verify/confirm', { method: 'POST', body: Token }, async (ctx) => {
    const { internalAdapter } = ctx.context
    const found = await accountOf(secret, ctx.body.token, internalAdapter)
    if (!found) throw ctx.error('BAD_REQUEST', BadLink)
    if (found.emailVerified) return ctx.json({ signed_in: false, user: { id: found.id } })
    await internalAdapter.updateUser(found.id, { emailVerified: true })
    const remembered = await internalAdapter.findVerificationValue(browserOf(found.id))
    const isSignUpBrowser = Boolean(ctx.body.browser && remembered?.value === digest(ctx.body.browser))
    if (!isSignUpBrowser || found.twoFactorEnabled) return ctx.json({ signed_in: false, user: { id: found.id } })
    await internalAdapter.deleteVerificationByIdentifier(browserOf(found.id))
    const session = await internalAdapter.createSession(found.id)
    await setSessionCookie(ctx, { session, user: found })
    return ctx.json({ signed_in: true, user: { id: found.id } })
  })

const disownEndpoint = (secret: string) =>
  createAuthEndpoint('/verify/disown', { method: 'POST', body: Token }, async (ctx) => {
    const { internalAdapter } = ctx.context
    const found = await accountOf(secret, ctx.body.token, internalAdapter)
    if (!found) throw ctx.error('BAD_REQUEST', BadLink)
    if (found.emailVerified) {
      throw ctx.error('CONFLICT', { code: 'ALREADY_VERIFIED', message: 'This address has been verified since. If that was not you, choose a new password.' })
    }
    await internalAdapter.deleteUser(found.id)
    return ctx.json({ removed: true })
  })

interface Found {
  id: string
  email: string
  name: string
  emailVerified: boolean
  createdAt: Date
  updatedAt: Date
  twoFactorEnabled?: boolean
}

async function accountOf(
  secret: string,
  token: string,
  adapter: { findUserByEmail(email: string): Promise<{ user: object } | null> },
): Promise<Found | null> {
  const payload = await verifyJWT<{ email?: string; updateTo?: string }>(token, secret)
  if (!payload?.email || payload.updateTo) return null
  const found = await adapter.findUserByEmail(payload.email)
  return (found?.user as Found | undefined) ?? null
}
