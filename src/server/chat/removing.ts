/** A message that an administrator takes away: for good, and told in its room as one that its author took back. */
import { sql } from 'kysely'
import type { Room } from '#contract/chat.ts'
import { topicOf } from '#contract/live-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { recordFact } from '../kernel/stream/stream.ts'

/** Within the deed's transaction; the topic to be rung after it. Null: it is not there any more. */
export async function removeMessage(ctx: Ctx, id: string): Promise<string | null> {
  const { rows } = await sql<{ room: Room; room_id: string; author_id: string | null }>`
    select 'pod' as room, m.pod_id as room_id, m.user_id as author_id from pod_messages m where m.id = ${id}
    union all select 'group', m.group_id, m.user_id from group_messages m where m.id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (!found) return null
  const { room, room_id, author_id } = found
  // the number first: as whoever writes there, and whoever leaves, does
  await sql`select tell(${topicOf(room, room_id)}, 'message.deleted', ${id}::uuid)`.execute(ctx.db)
  const table = room === 'pod' ? 'pod_messages' : 'group_messages'
  const gone = await ctx.db.deleteFrom(table).where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return null
  await recordFact(ctx, 'message.removed', { message_id: id, room, room_id, author_id })
  return topicOf(room, room_id)
}
