/** An administrator removes a message: permanently, with the same event as if its author deletes it. */
import { sql } from 'kysely'
import type { Room } from '#contract/chat.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { keepSign } from '../pods/pods.ts'
import { chatFacts } from './facts.ts'

/** Runs in the transaction of the decision. Returns false if the message no longer exists. */
export async function removeMessage(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ room: Room; room_id: string; author_id: string | null; sent_at: Date }>`
    select 'pod' as room, m.pod_id as room_id, m.user_id as author_id, m.created_at as sent_at from pod_messages m where m.id = ${id}
    union all select 'group', m.group_id, m.user_id, m.created_at from group_messages m where m.id = ${id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) return false
  const { room, room_id, author_id, sent_at } = found
  if (room === 'pod' && author_id) await keepSign(ctx, room_id, author_id, sent_at)
  // lock the topic's row before the message, as sending and leaving do
  await record(ctx, chatFacts.removed({ message_id: id, room, room_id }, author_id, reason))
  const table = room === 'pod' ? 'pod_messages' : 'group_messages'
  const gone = await ctx.db.deleteFrom(table).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
