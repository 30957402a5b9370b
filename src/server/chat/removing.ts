/** A message that an administrator takes away: for good, and told in its room as one that its author took back. */
import { sql } from 'kysely'
import type { Room } from '#contract/chat.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { chatFacts } from './facts.ts'

/** Within the transaction of the decision. False: it is not there any more. */
export async function removeMessage(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ room: Room; room_id: string; author_id: string | null }>`
    select 'pod' as room, m.pod_id as room_id, m.user_id as author_id from pod_messages m where m.id = ${id}
    union all select 'group', m.group_id, m.user_id from group_messages m where m.id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (!found) return false
  const { room, room_id, author_id } = found
  // the topic's row first, as by all who write there or leave
  await record(ctx, chatFacts.removed({ message_id: id, room, room_id }, author_id, reason))
  const table = room === 'pod' ? 'pod_messages' : 'group_messages'
  const gone = await ctx.db.deleteFrom(table).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
