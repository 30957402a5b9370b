/** What the room of the seekers needs of a pod: its lock together with the man who may come, and his entry by an invitation. */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { addPodMember, lockPod, lockPodEntry } from './membership.ts'
import { isFullColumn, outUntilColumn } from './rules.ts'

/** In a query where `p` is the alias of pods: the member could come in now. */
export const hasSeatFor = (member: string): RawBuilder<boolean> =>
  sql<boolean>`(p.status = 'active' and not ${isFullColumn(member)} and ${outUntilColumn(member)} is null)`

/** Entering a pod and blocking a member then run one after the other. It is called before the pod is locked. */
export const lockForEntry = (ctx: Ctx, member: string) => lockPodEntry(ctx, member)

/** What an invited man finds: he is in the pod already, there is a seat for him, or there is none. */
export type Entry = 'in' | 'free' | 'taken'

/** Locks the pod until the transaction ends. Call `lockForEntry` first. */
export async function lockInvitedPod(ctx: Ctx, pod_id: string, member: string): Promise<Entry> {
  const pod = await lockPod(ctx, pod_id, member)
  if (pod?.status !== 'active' || pod.out_until) return 'taken'
  if (pod.is_member) return 'in'
  return pod.is_full ? 'taken' : 'free'
}

/** He comes in without a request; one that he has sent is settled by it. */
export async function letInvitedIn(ctx: Ctx, pod_id: string, member: string): Promise<void> {
  await sql`delete from pod_join_requests r where r.pod_id = ${pod_id}::uuid and r.requester_id = ${member}::uuid
    and r.status = 'pending'`.execute(ctx.db)
  await addPodMember(ctx, pod_id, member)
}
