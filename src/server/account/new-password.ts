/**
 * Choosing a new password, with the old one or by a mailed link. Every other device is signed out, and the owner gets a
 * mail.
 */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { addJob } from '../kernel/jobs/jobs.ts'
import type { BodyOf } from './calls.ts'
import { forgetOldCredentials } from './devices.ts'
import { passwordChangedMail } from './mails.ts'
import { hashBefore } from './password.ts'
import { type Reply, replyWith } from './replies.ts'
import { digest } from './secrets.ts'
import {
  type AccountServices,
  callLibrary,
  checkPasswordStrength,
  cookieName,
  hasherOf,
  mustHaveSession,
} from './services.ts'
import { withAttempt } from './sign-in.ts'

interface Owner {
  id: string
  email: string
  name: string
  username?: string | null
}
const namesOf = ({ email, name, username }: Owner) => [email.split('@')[0]!, name, username ?? '']

export async function changePassword(
  services: AccountServices,
  context: Context,
  body: BodyOf<'/change-password'>,
): Promise<Reply> {
  const { user } = await mustHaveSession(services, context)
  await checkPasswordStrength(services, body.newPassword, namesOf(user), 'newPassword')
  const reply = await withAttempt(services, 'passwordOfMember', user.id, () =>
    callLibrary(services, context, '/change-password', { ...body, revokeOtherSessions: true }),
  )
  if (reply.body.fields)
    return { ...reply, body: { ...reply.body, fields: { currentPassword: reply.body.message as string } } }
  if (reply.status !== 200) return reply
  const device = getCookie(context, cookieName(services, 'device'))
  await forgetOldCredentials(services.database, user.id, device && digest(device))
  const about = { brand: services.config.brand.name, to: user.email }
  await addJob(services.database.db, 'mail', passwordChangedMail(about, `${services.baseUrl}/forgot`))
  return { ...reply, body: { status: true } }
}

/** The link is used up only after every check has passed. */
export async function resetPassword(
  services: AccountServices,
  context: Context,
  body: BodyOf<'/reset-password'>,
): Promise<Reply> {
  const { internalAdapter } = await services.auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${body.token}`) // the library's own key
  const owner = link && link.expiresAt > new Date() ? await internalAdapter.findUserById(link.value) : null
  if (!owner) return replyWith(400, 'INVALID_TOKEN', '')
  await checkPasswordStrength(services, body.newPassword, namesOf(owner), 'newPassword')
  const hasher = await hasherOf(services)
  return hashBefore(hasher, body.newPassword, () => callLibrary(services, context, '/reset-password', body))
}
