/** Suspends members: their sessions end and local mode is switched off; what they wrote stays. */
import type { Ctx } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { endSuspension, markSuspended } from '../members/members.ts'
import { accountFacts } from './facts.ts'

/**
 * Runs in the transaction of the decision, which ended the member's sessions before it locked his row, in the same
 * order as switching local mode on. It ends the sessions again, because some may have been made while it waited: a new
 * session locks the member's row. Returns false if he is suspended already.
 */
export async function suspend(ctx: Ctx, member: string, reason: string): Promise<boolean> {
  if (!(await markSuspended(ctx.db, member, reason))) return false
  await endSessions(ctx, member)
  // pending second steps and links are deleted, and so is the key of his calendar feed
  await ctx.db.deleteFrom('verification').where('value', '=', member).execute()
  await ctx.db.deleteFrom('calendar_feeds').where('user_id', '=', member).execute()
  await record(ctx, accountFacts.suspended(member, reason))
  return true
}

export const endSessions = ({ db }: Pick<Ctx, 'db'>, member: string) =>
  db.deleteFrom('session').where('userId', '=', member).execute()

/** The member has to sign in again. Returns false if he is not suspended. */
export async function liftSuspension(ctx: Ctx, member: string): Promise<boolean> {
  if (!(await endSuspension(ctx.db, member))) return false
  await record(ctx, accountFacts.restored(member))
  return true
}
