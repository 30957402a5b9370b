/** When an account is deleted, each of the member's pods is left, handed on, or deleted if nobody else is in it. */
import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { isSuspended } from '../members/members.ts'
import { closePod, deleteIfEmpty, leaveRow, lockPod } from './membership.ts'
import { transferPod } from './ownership.ts'

const BATCH_SIZE = 50

/** Leaves some of them, each in a transaction of its own that locks the pod first. Returns true if there may be more. */
export async function leavePodsOf(ctx: Ctx, member: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    (select m.pod_id as id from pod_members m where m.user_id = ${member}::uuid limit ${sql.lit(BATCH_SIZE)})
    union (select p.id from pods p where p.creator_id = ${member}::uuid and p.status = 'active' limit ${sql.lit(BATCH_SIZE)})`.execute(
    ctx.db,
  )
  for (const { id } of rows) await inTransaction(ctx, (ctx) => leaveForGood(ctx, id, member))
  return rows.length > 0
}

async function leaveForGood(ctx: Ctx, id: string, member: string): Promise<void> {
  const pod = await lockPod(ctx, id, member)
  if (!pod) return
  const heir = pod.status === 'active' ? await heirOf(ctx, id, member) : null
  if (pod.status === 'active' && !heir) return closePod(ctx, id)
  if (heir !== null && pod.is_creator) await transferPod(ctx, pod, heir)
  await leaveRow(ctx, id, member)
  if (pod.status === 'ended') await deleteIfEmpty(ctx, id)
}

/** The member who joined first and is not deleting his account; a suspended member only if there is no other. */
async function heirOf(ctx: Ctx, id: string, member: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from pod_members m
    where m.pod_id = ${id}::uuid and m.user_id <> ${member}::uuid and m.is_active
      and not exists (select from departures d where d.member_id = m.user_id)
    order by ${isSuspended(sql`m.user_id`)}, m.joined_at, m.user_id limit 1`.execute(ctx.db)
  return rows[0]?.user_id ?? null
}
