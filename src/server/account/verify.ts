/** The two buttons behind the link of the first mail: verify, and "This wasn't me". */
import { createAuthEndpoint, createEmailVerificationToken } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import * as z from 'zod'
import { digest } from './secrets.ts'

const DAY = 24 * 3600

/** The token is for this account only: a newer sign-up with the same address makes older links invalid. */
export const verifyToken = (secret: string, user: { id: string; email: string }) =>
  createEmailVerificationToken(secret, user.email, undefined, DAY, { account: user.id })

/** Returns the account that the token names, without checking the token: attempts are counted by account. */
export function accountIn(token: string): string {
  try {
    const { account } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return String(account)
  } catch {
    return token
  }
}

/** The key under which the browser that signed up is stored until the address is verified. */
export const browserOf = (userId: string) => `sign-up-browser:${userId}`

const BadLink = {
  code: 'INVALID_TOKEN',
  message: 'This link is no longer valid. Ask for a new mail and use its link.',
}
const TooLate = {
  code: 'ALREADY_VERIFIED',
  message: 'This address has been verified since. If that was not you, choose a new password.',
}
const WrongPassword = { code: 'INVALID_PASSWORD', message: 'This is not the password of that account.' }
const Token = z.strictObject({ token: z.string().max(2000) })
const Confirmation = Token.extend({
  browser: z.string().max(200).optional(),
  password: z.string().max(2000).optional(),
})

/**
 * Verifies the address only if the caller can read the mailbox and also made the account: in the browser that signed
 * up, or with the account's password. Access to the mailbox is not enough: if a stranger signed up with this address,
 * the owner's click would let the stranger in.
 */
export const confirmEndpoint = (secret: string) =>
  createAuthEndpoint('/verify/confirm', { method: 'POST', body: Confirmation }, async (ctx) => {
    const { internalAdapter } = ctx.context
    const found = await accountOf(secret, ctx.body.token, internalAdapter)
    if (!found) throw ctx.error('BAD_REQUEST', BadLink)
    const { browser, password } = ctx.body
    if (found.emailVerified) return ctx.json({ signed_in: false })
    const remembered = await internalAdapter.findVerificationValue(browserOf(found.id))
    const isSignUpBrowser = Boolean(browser && remembered?.value === digest(browser))
    if (!isSignUpBrowser && password === undefined) return ctx.json({ signed_in: false, needs_password: true })
    if (!isSignUpBrowser) {
      const accounts = await internalAdapter.findAccounts(found.id)
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
      const isRight = hash && (await ctx.context.password.verify({ hash, password: password ?? '' }))
      if (!isRight) throw ctx.error('BAD_REQUEST', WrongPassword)
    }
    await internalAdapter.updateUser(found.id, { emailVerified: true })
    if (found.twoFactorEnabled) return ctx.json({ signed_in: false })
    await internalAdapter.deleteVerificationByIdentifier(browserOf(found.id))
    const session = await internalAdapter.createSession(found.id)
    await setSessionCookie(ctx, { session, user: found })
    return ctx.json({ signed_in: true, user: { id: found.id } })
  })

export const disownEndpoint = (secret: string) =>
  createAuthEndpoint('/verify/disown', { method: 'POST', body: Token }, async (ctx) => {
    const { internalAdapter } = ctx.context
    const found = await accountOf(secret, ctx.body.token, internalAdapter)
    if (!found) throw ctx.error('BAD_REQUEST', BadLink)
    if (found.emailVerified) throw ctx.error('CONFLICT', TooLate)
    // another request may verify it at the same moment: then the account stays
    const unverified = [
      { field: 'id', value: found.id },
      { field: 'emailVerified', value: false },
    ]
    const removed = await ctx.context.adapter.deleteMany({ model: 'user', where: unverified })
    if (!removed) throw ctx.error('CONFLICT', TooLate)
    return ctx.json({ removed: true })
  })

interface UnverifiedAccount {
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
  adapter: { findUserById(id: string): Promise<object | null> },
): Promise<UnverifiedAccount | null> {
  const payload = await verifyJWT<{ email?: string; account?: string }>(token, secret)
  if (!payload?.email || !payload.account) return null
  const found = (await adapter.findUserById(payload.account)) as UnverifiedAccount | null
  return found?.email === payload.email ? found : null
}
