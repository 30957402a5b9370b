/**
 * Creates the pods through the functions of the rooms: made, joined, requested, with messages; then moves them back in
 * time.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sendMessage } from '#server/chat/chat.ts'
import type { Ctx } from '#server/kernel/ctx.ts'
import { createPod, joinPod, requestToJoinPod } from '#server/pods/pods.ts'
import { createRounds } from './create-rounds.ts'
import { pods } from './pods.ts'
import type { TownPod } from './types.ts'

interface Stage {
  db: Ctx['db']
  as(username: string): Ctx
}

export async function createPods(stage: Stage): Promise<void> {
  for (const pod of pods) await tellPod(pod, stage)
}

async function tellPod(pod: TownPod, { db, as }: Stage): Promise<void> {
  const { members, asking = [], lines, daysOld, of, ...words } = pod
  const [maker, ...others] = members.map(as) as [Ctx, ...Ctx[]]
  const group = of && (await db.selectFrom('groups').select('id').where('name', '=', of).executeTakeFirstOrThrow())
  const { id } = await createPod(maker, { ...words, is_private: false, ...(group ? { group_id: group.id } : {}) })
  for (const other of others) await joinPod(other, { id })
  // made private after all have joined: accepting a request would send a mail, and these addresses do not exist
  await sql`update pods set is_private = ${pod.is_private ?? false} where id = ${id}`.execute(db)
  for (const username of asking) await requestToJoinPod(as(username), { id })
  // one after the other, in this order
  await sql`update pod_members m set joined_at = now() - make_interval(days => ${daysOld}) + p.place * interval '1 day'
    from (select id, row_number() over (order by joined_at, id) - 1 as place from pod_members where pod_id = ${id}) p
    where m.id = p.id`.execute(db)
  // before the messages, which are from the last days
  await createRounds(id, pod, { db, as })
  for (const { by, said, minutesAgo } of lines) {
    const message = await sendMessage(as(by), { room: 'pod', room_id: id, id: randomUUID(), content: said })
    await sql`update pod_messages set created_at = now() - make_interval(mins => ${minutesAgo})
      where id = ${message.id}`.execute(db)
  }
  await sql`update pods set created_at = now() - make_interval(days => ${daysOld}),
    last_activity_at = now() - make_interval(mins => ${lines.at(-1)?.minutesAgo ?? daysOld * 24 * 60})
    where id = ${id}`.execute(db)
}
