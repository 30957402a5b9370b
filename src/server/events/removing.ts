/** Removal of events and their comments by an administrator, within the transaction of the decision. */
import { sql } from 'kysely'
import { SAY_SAFETY } from '#contract/safety-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { forgetWordsAbout } from '../kernel/jobs/jobs.ts'
import { record } from '../kernel/stream/stream.ts'
import { eventFacts } from './facts.ts'
import { noteChange } from './notices.ts'

/**
 * Cancels the event, so that attendees learn that they should not go, and deletes its texts. This is final: the creator can
 * only make another event. Returns false if it was removed before.
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
  await forgetWordsAbout(ctx.db, [id], author_id)
  await record(ctx, eventFacts.removed(id, author_id, reason))
  if (!was_cancelled) await noteChange(ctx, { event_id: id, sequence, fields: ['cancelled_at'], is_restless: false })
  return true
}

/** Works as if the author deleted it. Lock order: the comment, the topic. Returns false if it does not exist any more. */
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
