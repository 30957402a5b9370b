/** A pod's creator takes a member out of it. */
import { sql } from 'kysely'
import { type Pod, podFaults } from '#contract/pods.ts'
import { SAY } from '#contract/words.ts'
import type { OwnTable } from '#db/owners.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import type { Expired } from '../kernel/expired.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { podFacts } from './facts.ts'
import { lockPod, noteSign } from './membership.ts'
import { podById } from './reading.ts'
import { whyNotTakeOut } from './rules.ts'

interface PodExclusion {
  id: string
  member_id: string
  reason?: string | null | undefined
}

/** Repeating it changes nothing and notifies nobody. Lock order: the pod, the member's rows, the topic. */
export async function takeOutPodMember(ctx: Ctx, { id, member_id, reason = null }: PodExclusion): Promise<Pod> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const pod = (await lockPod(ctx, id, viewer)) ?? refuse(podFaults.notFound)
    const why = whyNotTakeOut(pod, { isHimself: member_id === viewer })
    if (why) refuse(why)
    await noteSign(ctx, id, viewer)
    if (await exclude(ctx, { id, member_id, reason })) await record(ctx, podFacts.takenOut(id, member_id))
    else await mustBeOut(ctx, { id, member_id })
  })
  return podById(ctx, id)
}

/** Deletes the membership and open requests. Returns false if the member is not in the pod. */
async function exclude(ctx: Ctx, { id, member_id, reason }: PodExclusion): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from pod_members m where m.pod_id = ${id}::uuid and m.user_id = ${member_id}::uuid and m.is_active
      returning m.pod_id, m.user_id),
    asked as (
      delete from pod_join_requests r using gone where r.pod_id = gone.pod_id and r.requester_id = gone.user_id
        and r.status = 'pending')
    insert into pod_exclusions (pod_id, user_id, reason) select pod_id, user_id, ${reason ?? null} from gone
    on conflict (pod_id, user_id) do update
      set (reason, until, created_at) = (excluded.reason, excluded.until, excluded.created_at)
    returning until`.execute(ctx.db)
  return rows.length > 0
}

/** Succeeds if the member was taken out before; refuses a member who left by himself. */
async function mustBeOut(ctx: Ctx, { id, member_id }: Pick<PodExclusion, 'id' | 'member_id'>): Promise<void> {
  const { rows } = await sql`select from pod_exclusions x
    where x.pod_id = ${id}::uuid and x.user_id = ${member_id}::uuid and x.until > now()`.execute(ctx.db)
  if (rows.length === 0) refuse(podFaults.notThere)
}

/** The member may come back, and the message to him is no longer needed. */
export const expiredPodExclusions: Expired<OwnTable<'pods'>>[] = [{ table: 'pod_exclusions', when: 'until < now()' }]
