/** Deleting a pod and handing it over. Only its creator does that. */
import { sql } from 'kysely'
import { podFaults } from '#contract/pods.ts'
import { SAY } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { podFacts } from './facts.ts'
import { closePod, type LockedPod, leaveRow, lockPod } from './membership.ts'
import { whyNotDelete, whyNotHandOver } from './rules.ts'

/**
 * Deletes a pod; only the creator can. A deleted pod has no members and no requests, and its name is free again. The fact
 * lists the members it had.
 */
export async function deletePod(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const why = whyNotDelete(await lockPod(ctx, id, viewer))
    if (why) refuse(why)
    await closePod(ctx, id)
  })
  return { id }
}

/** Makes another member of the pod its creator. The database compares the ids, because an id can be written in two ways. */
export async function handOverPod(ctx: Ctx, { id, to }: { id: string; to: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const pod = (await lockPod(ctx, id, viewer)) ?? refuse(podFaults.notFound)
    const why = whyNotHandOver(pod)
    if (why) refuse(why)
    const { rows } = await sql<{ user_id: string }>`
      select m.user_id from pod_members m where m.pod_id = ${id}::uuid and m.user_id = ${to}::uuid and m.is_active
        and m.user_id <> ${viewer}::uuid`.execute(ctx.db)
    const [heir] = rows
    if (!heir) refuse(podFaults.noSuccessor, { fields: { to: podFaults.noSuccessor.message } })
    await transferPod(ctx, pod, heir.user_id)
    await leaveRow(ctx, id, viewer)
  })
  return { id }
}

export async function transferPod(ctx: Ctx, { id }: Pick<LockedPod, 'id'>, heir: string): Promise<void> {
  await sql`update pods set creator_id = ${heir} where id = ${id}`.execute(ctx.db)
  await record(ctx, podFacts.handedOver(id, heir))
}
