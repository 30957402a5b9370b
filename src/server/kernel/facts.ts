/** Facts: what happened, a row written in the transaction of the deed itself. Karma, badges and mail read them. */
import type { Ctx } from './ctx.ts'

export type FactKind =
  | 'member.joined'
  | 'member.onboarded'
  | 'post.created'
  | 'post.edited'
  | 'post.deleted'
  | 'comment.created'
  | 'comment.edited'
  | 'comment.deleted'
  | 'vote.cast'
  | 'comment_vote.cast'
  | 'poll_vote.cast'
  | 'message.sent'
  | 'pod.created'
  | 'pod.joined'
  | 'pod.left'
  | 'pod.deleted'
  | 'pod.handed_over'
  | 'pod_request.sent'
  | 'pod_request.answered'
  | 'group.created'
  | 'group.edited'
  | 'group.joined'
  | 'group.left'
  | 'group.suggested'
  | 'event.created'
  | 'event.edited'
  | 'event.cancelled'
  | 'event.attended'
  | 'event.left'
  | 'event_comment.created'
  | 'event_comment.deleted'
  | 'connection.requested'
  | 'connection.accepted'
  | 'connection.declined'
  | 'connection.cancelled'
  | 'connection.removed'
  | 'member.blocked'
  | 'member.unblocked'

export async function recordFact(ctx: Ctx, kind: FactKind, data: Record<string, unknown>): Promise<void> {
  await ctx.db
    .insertInto('facts')
    .values({ kind, actor_id: ctx.viewer?.id ?? null, data: JSON.stringify(data) })
    .execute()
}
