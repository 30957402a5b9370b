/** What an administrator takes away of events. Within his deed's transaction; the topic to be rung after it. */
import { sql } from 'kysely'
import { SAY_SAFETY } from '#contract/safety-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { recordFact } from '../kernel/stream/stream.ts'
import { noteChange } from './notices.ts'
import { eventTopic, tellEvent } from './telling.ts'

/**
 * It is cancelled, so that those who attend are told not to go, and none of its words is left. For good: whoever made it
 * can make another one. Null: that was done before.
 */
export async function removeEvent(ctx: Ctx, id: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string | null; sequence: number; was_cancelled: boolean }>`
    with before as materialized (
      select e.id, e.cancelled_at is not null or e.ends_at <= now() as was_cancelled from local_events e
      where e.id = ${id} and e.removed_at is null for no key update)
    update local_events e set title = ${SAY_SAFETY.eventRemoved}, description = null, body = '[]', location = 'Removed',
      address = null, cancelled_at = coalesce(e.cancelled_at, now()), removed_at = now(), sequence = e.sequence + 1, updated_at = greatest(now(), e.updated_at + interval '1 millisecond')
    from before where e.id = before.id returning e.user_id, e.sequence, before.was_cancelled`.execute(ctx.db)
  const [event] = rows
  if (!event) return null
  const { user_id: author_id, sequence, was_cancelled } = event
  await recordFact(ctx, 'event.removed', { event_id: id, author_id })
  await tellEvent(ctx, id, 'event.changed', null)
  if (!was_cancelled) await noteChange(ctx, { event_id: id, sequence, fields: ['cancelled_at'], is_restless: false })
  return eventTopic(id)
}

/** As one that its author deletes. Lock order: the comment, the topic. Null: it is not there any more. */
export async function removeEventComment(ctx: Ctx, id: string): Promise<string | null> {
  const gone = await ctx.db
    .deleteFrom('event_comments')
    .where('id', '=', id)
    .returning(['event_id', 'user_id as author_id'])
    .executeTakeFirst()
  if (!gone) return null
  await tellEvent(ctx, gone.event_id, 'comment.deleted', id)
  await recordFact(ctx, 'event_comment.removed', { comment_id: id, ...gone })
  return eventTopic(gone.event_id)
}
