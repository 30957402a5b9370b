/**
 * Who may do what in a conversation of a network or a pod.
 *
 * - `mayReadRoom`, `membersOfRoom`: the members of an approved network or a pod read it, and hear it while they look. For everyone
 *   else there is no such conversation. Members who are apart read each other here (docs/decisions/022).
 * - `mayReadAsFormer` of the pods: a man who was removed by silence still reads the messages until then, and hears nothing.
 * - `send_message` in the database: they also write in it, unless the pod has ended.
 * - `whyNotDelete`: only the author deletes a message, also in a pod that has ended. Administrators remove it (removing.ts).
 * - The recap of a round is a message without an author: nobody deletes or reports it. Its check-ins are reported. The same holds for
 *   a line that says what became of the rounds: it names a man, but he has not written it.
 */
import { type Kysely, sql } from 'kysely'
import { chatFaults, type Room } from '#contract/chat.ts'
import type { Fault } from '#contract/kernel.ts'
import type { DB } from '#db/types.ts'
import { membersAmong, ownGroup } from '../groups/groups.ts'

/** In a query: this member belongs to the room, also to a pod that has ended. */
export const mayReadRoom = ({ room, room_id }: { room: Room; room_id: string }, member: string) =>
  room === 'group'
    ? sql<boolean>`exists (select from ${ownGroup(sql`${room_id}::uuid`, sql`${member}::uuid`)})`
    : sql<boolean>`exists (select from pod_members k join pods p on p.id = k.pod_id
        where k.pod_id = ${room_id} and k.user_id = ${member} and k.is_active and p.status in ('active', 'ended'))`

/** Returns those of these members who belong to the room. */
export async function membersOfRoom(db: Kysely<DB>, room: Room, id: string, members: string[]): Promise<string[]> {
  const { rows } =
    room === 'group'
      ? await membersAmong(sql`${id}::uuid`, sql`${members}::uuid[]`).execute(db)
      : await sql<{ user_id: string }>`select k.user_id from pod_members k join pods p on p.id = k.pod_id
          where k.pod_id = ${id} and k.user_id = any(${members}::uuid[]) and k.is_active
            and p.status in ('active', 'ended')`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Returns null if the member may delete the message. */
export const whyNotDelete = ({ is_his }: { is_his: boolean | null }): Fault | null =>
  is_his ? null : chatFaults.notAuthor
