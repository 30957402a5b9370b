/** The accounts library, set up our way: sessions in cookies, mails as jobs, verification by a button. */
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor, username } from 'better-auth/plugins'
import type { Config } from '#config'
import { PASSWORD } from '#contract/account.ts'
import { faults } from '#contract/kernel.ts'
import { USERNAME } from '#contract/members.ts'
import { makeLimits } from '../kernel/http/http.ts'
import { addJob, type Mail } from '../kernel/jobs/jobs.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { type Database, Outage } from '../kernel/postgres/postgres.ts'
import { leaveMap, suspensionOf } from '../members/members.ts'
import { newAddressEndpoint } from './address-link.ts'
import { forgetOldWays } from './devices.ts'
import { alreadyRegisteredMail, emailChangedMail, passwordChangedMail, resetMail, verifyMail } from './mails.ts'
import { type Hasher, makeHashing, scrypt } from './password.ts'
import { digest, recoveryCodes } from './secrets.ts'
import { SUSPENDED, suspendedSentence } from './sentences.ts'
import { current, followed } from './transaction.ts'
import { browserOf, confirmEndpoint, disownEndpoint, verifyToken } from './verify.ts'

const DAY = 24 * 3600

/** In seconds: how long a session lasts unused, and how old it must be before its use prolongs it. */
export const SESSION = { expiresIn: 60 * DAY, updateAge: DAY }

/** The header by which our own front passes the sign-up browser's secret; the front lets none in from outside. */
export const SIGN_UP_SECRET = 'x-sign-up-secret'

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

/** Who is signed in by these cookies, and the cookies by which the library slides the session's end now and then. */
export async function readSession(auth: Auth, headers: Headers) {
  try {
    const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
    return { session: response, cookies: answer.getSetCookie() }
  } catch (error) {
    // its word for whatever befell the query; with the database away nobody is signed out by it
    const { code } = (error as { body?: { code?: string } }).body ?? {}
    if (code === 'FAILED_TO_GET_SESSION') throw new Outage('The session could not be read', { cause: error })
    throw error
  }
}

/** `hasher`: another than scrypt is for tests that make many members and ask nothing about passwords. */
export function makeAuth({ config, secret, baseUrl, origins, database, log }: AuthParts, hasher: Hasher = scrypt) {
  const secure = baseUrl.startsWith('https:')
  const about = (to: string) => ({ brand: config.brand.name, to })
  const codes = makeLimits(database.pool) // whether other limits are on or not
  const send = (mail: Mail) => addJob(current(database), 'mail', mail)
  const auth = betterAuth({
    appName: config.brand.name,
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: origins,
    database: { db: followed(database), type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // ours counts in the database, by account too
    logger: {
      level: 'error',
      log: (_level, _message, error) => log.debug(errorFacts(error), 'the library complained'),
    },
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
    session: { ...SESSION, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: config.requireVerifiedEmail,
      autoSignIn: false,
      minPasswordLength: PASSWORD.min,
      maxPasswordLength: PASSWORD.max * 4, // counted in code points by our own rule
      password: makeHashing(hasher),
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        send(resetMail(about(user.email), `${baseUrl}/reset?token=${encodeURIComponent(token)}`)),
      onPasswordReset: async ({ user }) => {
        // whoever set it holds the mailbox, and the account is now his
        if (!user.emailVerified) await verified(user.id)
        await forgetOldWays(database, user.id)
        // signed out everywhere
        await leaveMap(database, user.id)
        await send(passwordChangedMail(about(user.email), `${baseUrl}/forgot`))
      },
      onExistingUserSignUp: async ({ user }) => {
        // not verified yet: whoever holds the mailbox decides, by the same page, between verifying and "This wasn't me"
        if (user.emailVerified) await send(alreadyRegisteredMail(about(user.email), `${baseUrl}/forgot`))
        else await sendVerification(user)
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: DAY,
      sendVerificationEmail: async ({ user }, request) => {
        const browser = request?.headers.get(SIGN_UP_SECRET)
        if (browser) await rememberBrowser(user.id, browser)
        await sendVerification(user)
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }, call) => {
            await mustNotBeSuspended(userId)
            if (call?.path === '/two-factor/verify-totp') await spendCode(userId, call.body.code)
          },
        },
      },
    },
    plugins: [
      username({ minUsernameLength: 3, maxUsernameLength: 30, usernameValidator: (name) => USERNAME.test(name) }),
      twoFactor({ issuer: config.brand.name, backupCodeOptions: { customBackupCodesGenerate: recoveryCodes } }),
      { id: 'verify-by-button', endpoints: { confirm: confirmEndpoint(secret), disown: disownEndpoint(secret) } },
      {
        id: 'new-address-by-button',
        endpoints: {
          newAddress: newAddressEndpoint({
            secret,
            database,
            farewell: (to) => emailChangedMail(about(to), baseUrl),
          }),
        },
      },
    ],
  })

  return auth

  async function sendVerification(user: { id: string; email: string; displayUsername?: string }): Promise<void> {
    const token = await verifyToken(secret, user)
    const name = user.displayUsername ?? user.email
    await send(verifyMail(about(user.email), name, `${baseUrl}/verify?token=${encodeURIComponent(token)}`))
  }

  /** Whoever makes a session has given the right password by now, or has shown that the mailbox is his. */
  async function mustNotBeSuspended(userId: string): Promise<void> {
    const reason = await suspensionOf(current(database), userId)
    if (!reason) return
    throw new APIError('FORBIDDEN', { code: SUSPENDED, message: suspendedSentence(config, reason) })
  }

  /** The library takes a code as often as it is right; whoever looked over a shoulder shall not sign in with it. */
  async function spendCode(userId: string, code: string): Promise<void> {
    await codes.draw('codeItself', digest(userId + code)).catch((refusal: unknown) => {
      if ((refusal as { code?: string }).code !== faults.tooFast.code) throw refusal
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'used before' })
    })
  }

  async function verified(userId: string): Promise<void> {
    const { internalAdapter } = await auth.$context
    await internalAdapter.updateUser(userId, { emailVerified: true })
  }

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
