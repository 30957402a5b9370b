/** Accounts: who is signed in, and on which devices. */
import type { Device, Viewer } from '#contract/account.ts'
import { accountFaults } from '#contract/account.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { mustHaveSession } from '../kernel/principal.ts'
import { refuse } from '../kernel/refuse.ts'
import { ownRow, switchLocalModeOff } from '../members/members.ts'
import { deviceName } from './devices.ts'

export { deleteAsOperator } from './delete.ts'
export { expiredKeys, expiredNames, expiredSignUps } from './expired.ts'
export type { AccountFact } from './facts.ts'
export { leavingAccount } from './leaving-account.ts'
export { accountParts } from './own-data.ts'
export { accountOfAddress, addressOf, isSessionAlive } from './queries.ts'
export { endSessions, liftSuspension, suspend } from './suspension.ts'

const SIGN_IN_MESSAGE = 'Please sign in'

/** Returns null for a visitor, and if the account is deleted. */
export const getViewer = async (ctx: Ctx): Promise<Viewer | null> => (ctx.viewer ? ownRow(ctx, ctx.viewer.id) : null)

export async function listDevices(ctx: Ctx): Promise<Device[]> {
  const viewer = mustBeMember(ctx, SIGN_IN_MESSAGE)
  const session = mustHaveSession(viewer)
  const rows = await ctx.db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
    .where('userId', '=', viewer.id)
    .where('expiresAt', '>', new Date())
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: deviceName(row.userAgent),
    signed_in_at: row.createdAt,
    last_seen_at: row.updatedAt,
    is_this: row.id === session,
  }))
}

/**
 * Answers `deviceNotFound` for another member's device. Local mode is switched off after the session is deleted;
 * otherwise a request still running on that device could switch it on again.
 */
export async function signOutDevice(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const viewer = mustBeMember(ctx, SIGN_IN_MESSAGE)
  const end = ctx.db.deleteFrom('session').where('id', '=', id).where('userId', '=', viewer.id)
  const gone = isId(id) ? await retried(ctx, () => end.executeTakeFirst()) : null
  if (!gone?.numDeletedRows) refuse(accountFaults.deviceNotFound)
  await switchLocalModeOff(ctx, viewer.id)
  return { id }
}

export async function signOutOthers(ctx: Ctx): Promise<{ signed_out: number }> {
  const viewer = mustBeMember(ctx, SIGN_IN_MESSAGE)
  const { id } = viewer
  const end = ctx.db.deleteFrom('session').where('userId', '=', id).where('id', '!=', mustHaveSession(viewer))
  const gone = await retried(ctx, () => end.executeTakeFirst())
  if (gone.numDeletedRows) await switchLocalModeOff(ctx, id)
  return { signed_out: Number(gone.numDeletedRows) }
}
