/**
 * Deleting an account: by its member, after a check of the password and the second step, or by the operator. The room `leaving`
 * does the rest.
 */
import type { Context } from 'hono'
import type { Ctx } from '../kernel/ctx.ts'
import { bySession } from '../kernel/principal.ts'
import { beginLeaving } from '../leaving/leaving.ts'
import type { BodyOf } from './calls.ts'
import { leavingAccount } from './leaving-account.ts'
import { deletedByOperatorMail, deletedMail } from './mails.ts'
import { refusePassword, refuseSecondStep } from './re-authentication.ts'
import type { Reply } from './replies.ts'
import { type AccountServices, mustHaveSession } from './services.ts'
import { withAttempt } from './sign-in.ts'
import { expiredCookie } from './sign-out.ts'

export async function deleteAccount(
  services: AccountServices,
  context: Context,
  body: BodyOf<'/delete-account'>,
): Promise<Reply> {
  const { user, session } = await mustHaveSession(services, context)
  return withAttempt(services, 'passwordOfMember', user.id, async () => {
    const refusal =
      (await refusePassword(services, user.id, body.password)) ??
      (await refuseSecondStep(services, context, user, body.code))
    if (refusal) return refusal
    await beginLeaving(services.ctxOf(bySession(user.id, session.id)), {
      member: user.id,
      removes_posts: body.removesPosts,
      account: leavingAccount,
      farewell: (email) => deletedMail({ brand: services.config.brand.name, to: email }, services.baseUrl),
    })
    context.header('Clear-Site-Data', '"cache"')
    const cookies = (['session_token', 'zone', 'device', 'sign_up'] as const).map((name) =>
      expiredCookie(services, name),
    )
    return { status: 200, body: { deleted: true }, cookies }
  })
}

interface OperatorDeletion {
  member: string
  removesPosts: boolean
  brand: string
  baseUrl: string
}

/** Returns false if the account is being deleted already. */
export const deleteAsOperator = (ctx: Ctx, { member, removesPosts, brand, baseUrl }: OperatorDeletion) =>
  beginLeaving(ctx, {
    member,
    removes_posts: removesPosts,
    account: leavingAccount,
    farewell: (to) => deletedByOperatorMail({ brand, to }, baseUrl),
  })
