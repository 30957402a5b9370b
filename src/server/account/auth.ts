/** The configuration of the accounts library: sessions in cookies, mails as jobs, verification by a button. */
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor, username } from 'better-auth/plugins'
import * as z from 'zod'
import type { Config } from '#config'
import { PASSWORD } from '#contract/account.ts'
import { faults } from '#contract/kernel.ts'
import { MAIL_ADDRESS } from '#contract/mail-words.ts'
import { USERNAME } from '#contract/members.ts'
import { makeLimits } from '../kernel/http/http.ts'
import { addJob, type Mail } from '../kernel/jobs/jobs.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { type Database, Outage } from '../kernel/postgres/postgres.ts'
import { suspensionOf, switchLocalModeOff } from '../members/members.ts'
import { newAddressEndpoint } from './address-link.ts'
import { forgetOldCredentials } from './devices.ts'
import { alreadyRegisteredMail, emailChangedMail, passwordChangedMail, resetMail, verifyMail } from './mails.ts'
import { type Hasher, makeHashing, scrypt } from './password.ts'
import { SUSPENDED_CODE, suspendedMessage } from './refusal-messages.ts'
import { digest, recoveryCodes } from './secrets.ts'
import { currentTransaction, followTransactions } from './transaction.ts'
import { browserOf, confirmEndpoint, disownEndpoint, verifyToken } from './verify.ts'

const DAY = 24 * 3600

// The accounts library checks addresses by zod's rule, which refuses first&last@example.org and domains such as
// bücher.example in ASCII, and has no option for it. This changes the rule in place; our own calls are checked before.
z.regexes.email.compile(MAIL_ADDRESS.source)

/** In seconds: how long an unused session lasts, and how old it must be before its use prolongs it. */
export const SESSION = { expiresIn: 60 * DAY, updateAge: DAY }

/**
 * The header by which our handler passes the secret of the browser that signed up; the handler removes it from outside
 * requests.
 */
export const SIGN_UP_SECRET = 'x-sign-up-secret'

export interface AuthParts {
  config: Config
  secret: string
  /** base of links in mail, e.g. http://localhost:3000 */
  baseUrl: string
  /** every allowed origin */
  origins: string[]
  database: Database
  log: Log
}

export type Auth = ReturnType<typeof makeAuth>

/** Returns the session of these cookies, and the cookies by which the library prolongs it now and then. */
export async function readSession(auth: Auth, headers: Headers) {
  try {
    const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
    return { session: response, cookies: answer.getSetCookie() }
  } catch (error) {
    // the library's code for any failed query; a database outage must not sign anybody out
    const { code } = (error as { body?: { code?: string } }).body ?? {}
    if (code === 'FAILED_TO_GET_SESSION') throw new Outage('The session could not be read', { cause: error })
    throw error
  }
}

/** `hasher`: tests that make many members and do not check passwords use another one than scrypt. */
export function makeAuth({ config, secret, baseUrl, origins, database, log }: AuthParts, hasher: Hasher = scrypt) {
  const secure = baseUrl.startsWith('https:')
  const about = (to: string) => ({ brand: config.brand.name, to })
  const codes = makeLimits(database.pool) // also if other limits are off
  const send = (mail: Mail) => addJob(currentTransaction(database), 'mail', mail)
  const auth = betterAuth({
    appName: config.brand.name,
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: origins,
    database: { db: followTransactions(database), type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // our rate limits count in the database, also per account
    logger: {
      level: 'error',
      log: (_level, _message, error) => log.debug(errorFacts(error), 'the library complained'),
    },
    onAPIError: {
      // rethrown, so that an outage is answered as one; our handler masks everything but declared refusals
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
      maxPasswordLength: PASSWORD.max * 4, // our own rule counts code points
      password: makeHashing(hasher),
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        send(resetMail(about(user.email), `${baseUrl}/reset?token=${encodeURIComponent(token)}`)),
      onPasswordReset: async ({ user }) => {
        // the member who set it can read the mailbox, so the account is his
        if (!user.emailVerified) await verified(user.id)
        await forgetOldCredentials(database, user.id)
        // this signs him out everywhere
        await switchLocalModeOff(database, user.id)
        await send(passwordChangedMail(about(user.email), `${baseUrl}/forgot`))
      },
      onExistingUserSignUp: async ({ user }) => {
        // not verified yet: the owner of the mailbox chooses on the same page between verifying and "This wasn't me"
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

  /** At this point the member has given the right password, or has shown that the mailbox is his. */
  async function mustNotBeSuspended(userId: string): Promise<void> {
    const reason = await suspensionOf(currentTransaction(database), userId)
    if (!reason) return
    throw new APIError('FORBIDDEN', { code: SUSPENDED_CODE, message: suspendedMessage(config, reason) })
  }

  /** The library accepts a code more than once. A code that another person has seen must not work again. */
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

  /** Kept until the address is verified: the button signs in only the browser that has this secret. */
  async function rememberBrowser(userId: string, browser: string): Promise<void> {
    const { internalAdapter } = await auth.$context
    await internalAdapter.createVerificationValue({
      identifier: browserOf(userId),
      value: digest(browser),
      expiresAt: new Date(Date.now() + 7 * DAY * 1000),
    })
  }
}
