/**
 * Confirms the member before an action that cannot be undone: asks for the password, and for the second step if it is
 * on.
 */
import type { Context } from 'hono'
import { faults } from '#contract/kernel.ts'
import { makeLimits } from '../kernel/http/http.ts'
import { type Reply, replyWith } from './replies.ts'
import { asRecoveryCode, digest } from './secrets.ts'
import { type AccountServices, callLibrary, hasherOf } from './services.ts'

/** Returns null if the password is correct, otherwise the reply that refuses it. */
export async function refusePassword(
  services: AccountServices,
  member: string,
  password: string,
): Promise<Reply | null> {
  const { internalAdapter } = await services.auth.$context
  const accounts = await internalAdapter.findAccounts(member)
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
  const isRight = hash && (await (await hasherOf(services)).verify({ hash, password }))
  return isRight ? null : replyWith(400, 'INVALID_PASSWORD', '')
}

/**
 * Returns null if the member has no second step, or has passed it with a code of the app or a recovery code, which is
 * used up.
 */
export async function refuseSecondStep(
  services: AccountServices,
  context: Context,
  user: { id: string; twoFactorEnabled?: boolean | null },
  typed: string | undefined,
): Promise<Reply | null> {
  if (!user.twoFactorEnabled) return null
  if (!typed) return replyWith(400, 'CODE_NEEDED', '')
  const code = typed.replace(/\s/g, '')
  const isOfApp = /^\d{6}$/.test(code)
  const { status, body } = isOfApp
    ? await callLibrary(services, context, '/two-factor/verify-totp', { code })
    : await callLibrary(services, context, '/two-factor/verify-backup-code', { code: asRecoveryCode(code) })
  if (status !== 200) return { status, body, cookies: [] }
  // as at sign-in: a code that another person has seen must not work again
  return isOfApp && !(await isFresh(services, user.id + code)) ? replyWith(401, 'INVALID_CODE', '') : null
}

async function isFresh({ database }: AccountServices, code: string): Promise<boolean> {
  try {
    await makeLimits(database.pool).draw('codeItself', digest(code))
    return true
  } catch (refusal) {
    if ((refusal as { code?: string }).code === faults.tooFast.code) return false
    throw refusal
  }
}
