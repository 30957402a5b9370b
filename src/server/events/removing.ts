/** What an administrator takes away of events. Within the transaction of the decision. */
import { sql } from 'kysely'
import { SAY_SAFETY } from '#contract/safety-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { eventFacts } from './facts.ts'
import { noteChange } from './notices.ts'

/**
 * It is cancelled, so that those who attend are told not to go, and none of its words is left. For good: whoever made it
 * can make another one. False: that was done before.
 */
export async function removeEvent(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: string | null; sequence: number; was_cancelled: boolean }>`
    with before as materialized (
      select e.id, e.cancelled_at is not null or e.ends_at <= now() as was_cancelled from local_events e
      where e.id = ${id} and e.removed_at is null for no key update)
    update local_events e set title = ${SAY_SAFETY.eventRemoved}, description = null, body = '[]', location = 'Removed',
      address = null, cancelled_at = coalesce(e.cancelled_at, now()), removed_at = now(), sequence = e.sequence + 1, updated_at = greatest(now(), e.updated_at + interval '1 millisecond')
    from before where e.id = before.id returning e.user_id, e.sequence, before.was_cancelled`.execute(ctx.db)
  const [event] = rows
  if (!event) return false
  const { user_id: author_id, sequence, was_cancelled } = event
  await record(ctx, eventFacts.removed(id, author_id, reason))
  if (!was_cancelled) await noteChange(ctx, { event_id: id, sequence, fields: ['cancelled_at'], is_restless: false })
  return true
}

/** As one that its author deletes. Lock order: the comment, the topic. False: it is not there any more. */
export async function removeEventComment(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const gone = await ctx.db
    .deleteFrom('event_comments')
    .where('id', '=', id)
    .returning(['event_id', 'user_id as author_id'])
    .executeTakeFirst()
  if (!gone) return false
  await record(ctx, eventFacts.commentRemoved({ comment_id: id, ...gone }, reason))
  return true
}
