/**
 * Changing the e-mail address. The request needs the password. The new address gets a link to a page with a button, the
 * old one gets a mail, and nothing changes before the button. A taken address gets the same answer as a free one, and
 * its owner gets a mail.
 */
import { createEmailVerificationToken } from 'better-auth/api'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { sql } from 'kysely'
import { addJob } from '../kernel/jobs/jobs.ts'
import { linkOf } from './address-link.ts'
import type { BodyOf } from './calls.ts'
import { alreadyRegisteredMail, confirmEmailMail, emailToChangeMail } from './mails.ts'
import { isUnusedAccount } from './names.ts'
import { refusePassword } from './re-authentication.ts'
import { Refused, type Reply } from './replies.ts'
import { digest } from './secrets.ts'
import {
  type AccountServices,
  callLibrary,
  cookieName,
  MIN_RESPONSE_MS,
  mustHaveSession,
  takeAtLeast,
} from './services.ts'
import { withAttempt } from './sign-in.ts'
import { accountIn } from './verify.ts'

const DAY = 24 * 3600

export async function changeEmail(
  services: AccountServices,
  context: Context,
  body: BodyOf<'/change-email'>,
): Promise<Reply> {
  const { user } = await mustHaveSession(services, context)
  const { newEmail, password } = body
  if (newEmail === user.email) {
    const message = 'This is your address already.'
    throw new Refused(400, 'SAME_EMAIL', message, { newEmail: message })
  }
  return withAttempt(services, 'passwordOfMember', user.id, () =>
    takeAtLeast(MIN_RESPONSE_MS, async () => {
      const refusal = await refusePassword(services, user.id, password)
      if (refusal) return refusal
      await services.limits.draw('mailToAddressee', digest(`/change-email${newEmail}`))
      await sendLink(services, user, newEmail)
      return { status: 200, body: { status: true }, cookies: [] }
    }),
  )
}

interface Owner {
  id: string
  email: string
  username?: string | null
}

async function sendLink(services: AccountServices, { id, email, username }: Owner, newEmail: string): Promise<void> {
  const { database, config, baseUrl } = services
  const about = (to: string) => ({ brand: config.brand.name, to })
  const token = await createEmailVerificationToken(services.secret, newEmail, undefined, DAY, {
    account: id,
    from: email,
  })
  const { internalAdapter } = await services.auth.$context
  const { rows: taken } =
    await sql`select from "user" u where u.email = ${newEmail} and not (${isUnusedAccount})`.execute(database.db)
  if (taken.length === 0)
    await internalAdapter.createVerificationValue({
      identifier: linkOf(token),
      value: id,
      expiresAt: new Date(Date.now() + DAY * 1000),
    })
  const link = `${baseUrl}/verify?token=${encodeURIComponent(token)}`
  const news =
    taken.length > 0
      ? alreadyRegisteredMail(about(newEmail), `${baseUrl}/forgot`)
      : confirmEmailMail(about(newEmail), username ?? email, link)
  await database.db.transaction().execute(async (db) => {
    await addJob(db, 'mail', news)
    await addJob(db, 'mail', emailToChangeMail(about(email), `${baseUrl}/forgot`))
  })
}

/** The caller can read the new mailbox and has the account: he is signed in to it, or gives its password. */
export async function confirmEmail(
  services: AccountServices,
  context: Context,
  body: BodyOf<'/change-email/confirm'>,
): Promise<Reply> {
  const device = getCookie(context, cookieName(services, 'device'))
  const ask = () =>
    callLibrary(services, context, '/change-email/confirm', {
      ...body,
      device: device === undefined ? '' : digest(device),
    })
  return body.password
    ? withAttempt(services, 'passwordOfAccount', digest(`verify ${accountIn(body.token)}`), ask)
    : ask()
}
