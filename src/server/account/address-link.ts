/** The button behind the link to a new e-mail address: the account gets that address, and every session ends. */
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { addJob, type Mail } from '../kernel/jobs/jobs.ts'
import type { Database } from '../kernel/postgres/postgres.ts'
import { isBreach } from '../kernel/refuse.ts'
import { switchLocalModeOff } from '../members/members.ts'
import { forgetOldCredentials } from './devices.ts'
import { isUnusedAccount } from './names.ts'
import { digest } from './secrets.ts'

/** The key under which a usable link is stored. Its value is the account, so that a new password deletes it. */
export const linkOf = (token: string) => `change-email:${digest(token)}`

const BadLink = {
  code: 'INVALID_TOKEN',
  message: 'This link is no longer valid. Ask for a new mail and use its link.',
}
const WrongPassword = { code: 'INVALID_PASSWORD', message: 'This is not the password of that account.' }
const Confirmation = z.strictObject({
  token: z.string().max(2000),
  password: z.string().max(2000).optional(),
  device: z.string().max(200),
})

interface Parts {
  secret: string
  database: Database
  /** the mail to the old address after the change */
  farewell(to: string): Mail
}

/**
 * The library changes an address by a GET and without a password, so this endpoint replaces it and uses only its tokens
 * and cookies.
 */
export const newAddressEndpoint = ({ secret, database, farewell }: Parts) =>
  createAuthEndpoint('/change-email/confirm', { method: 'POST', body: Confirmation }, async (ctx) => {
    const { token, password, device } = ctx.body
    const { internalAdapter } = ctx.context
    const change = await verifyJWT<{ email?: string; from?: string; account?: string }>(token, secret)
    const link = await internalAdapter.findVerificationValue(linkOf(token))
    const { email: to, from, account } = change ?? {}
    if (!to || !from || !account || link?.value !== account) throw ctx.error('BAD_REQUEST', BadLink)
    const session = await getSessionFromCtx(ctx)
    const isHere = session?.user.id === account
    if (!isHere && password === undefined) return ctx.json({ signed_in: false, needs_password: true })
    if (!isHere) {
      const accounts = await internalAdapter.findAccounts(account)
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
      const isRight = hash && (await ctx.context.password.verify({ hash, password: password ?? '' }))
      if (!isRight) throw ctx.error('BAD_REQUEST', WrongPassword)
    }
    const isChanged = await use(database, { from, to, account, device, isHere }, farewell)
    if (!isChanged) throw ctx.error('BAD_REQUEST', BadLink)
    if (!isHere) return ctx.json({ signed_in: false })
    // read again: the data of the old session is outdated
    const user = await internalAdapter.findUserById(account)
    if (!user) throw ctx.error('BAD_REQUEST', BadLink)
    await setSessionCookie(ctx, { session: await internalAdapter.createSession(account), user })
    return ctx.json({ signed_in: true })
  })

interface Use {
  account: string
  from: string
  to: string
  /** the browser that makes the request stays known */
  device: string
  isHere: boolean
}

/**
 * Runs in one transaction. Returns false if the account has another address by now, or another account has this one.
 */
async function use(database: Database, { account, from, to, device, isHere }: Use, farewell: Parts['farewell']) {
  try {
    return await database.db.transaction().execute(async (db) => {
      const { rows } =
        await sql`select from "user" u where u.id = ${account}::uuid and u.email = ${from} for update`.execute(db)
      if (rows.length === 0) return false
      // as at sign-up: a sign-up that was never verified does not keep an address
      await sql`delete from "user" u where u.email = ${to} and u.id <> ${account}::uuid and ${isUnusedAccount}`.execute(
        db,
      )
      await sql`update "user" set email = ${to}, "emailVerified" = true, "updatedAt" = now() where id = ${account}::uuid`.execute(
        db,
      )
      await db.deleteFrom('session').where('userId', '=', account).execute()
      await forgetOldCredentials({ db }, account, device)
      await db.deleteFrom('taken_sign_ups').where('user_id', '=', account).execute()
      if (!isHere) await switchLocalModeOff({ db }, account)
      await addJob(db, 'mail', farewell(from))
      return true
    })
  } catch (error) {
    if (isBreach(error, 'twice')) return false
    throw error
  }
}
