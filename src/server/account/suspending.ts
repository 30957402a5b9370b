/** Members whom an administrator keeps out: signed in nowhere, on no map; what they wrote stays. */
import type { Ctx } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { endSuspension, markSuspended } from '../members/members.ts'
import { accountFacts } from './facts.ts'

/**
 * Within the deed's transaction, which has ended his sessions before it held his row, as whoever switches local mode on
 * holds the two; and ends once more those that were made while it waited: a session holds the row of its member until it
 * is there. False: he is suspended already.
 */
export async function suspend(ctx: Ctx, member: string, reason: string): Promise<boolean> {
  if (!(await markSuspended(ctx.db, member, reason))) return false
  await endSessions(ctx, member)
  // second steps and links that were under way; a calendar program reads by a key, which goes as well
  await ctx.db.deleteFrom('verification').where('value', '=', member).execute()
  await ctx.db.deleteFrom('calendar_feeds').where('user_id', '=', member).execute()
  await record(ctx, accountFacts.suspended(member, reason))
  return true
}

export const endSessions = (ctx: Ctx, member: string) =>
  ctx.db.deleteFrom('session').where('userId', '=', member).execute()

/** He signs in again by himself. False: he is not suspended. */
export async function letBack(ctx: Ctx, member: string): Promise<boolean> {
  if (!(await endSuspension(ctx.db, member))) return false
  await record(ctx, accountFacts.restored(member))
  return true
}
