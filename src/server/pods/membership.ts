/** Joining and leaving pods. Each operation locks the pod's row first, so operations on one pod run one after the other. */
import { sql } from 'kysely'
import { type Pod, podFaults } from '#contract/pods.ts'
import { SAY } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { columnsOf } from './columns.ts'
import { podFacts } from './facts.ts'
import { podById } from './reading.ts'
import { type MemberStanding, type Standing, standingColumns, whyNotJoin, whyNotLeave } from './rules.ts'

export interface LockedPod extends Standing {
  id: string
  name: string
  slug: string
  creator_id: string | null
}

/** Lock this before the pod's row: entering a pod and blocking a member then run one after the other. */
export const lockPodEntry = ({ db }: Ctx, member: string) => sql`select lock_pod_entry(${member}::uuid)`.execute(db)

type PodRow = Omit<LockedPod, keyof MemberStanding>

const POD_COLUMNS = columnsOf<PodRow>({
  id: sql`p.id`,
  name: sql`p.name`,
  slug: sql`p.slug`,
  status: sql`p.status`,
  is_private: sql`p.is_private`,
  creator_id: sql`p.creator_id`,
})

/** Locks the pod until the transaction ends and returns it with this member's standing. Returns null if it does not exist. */
export async function lockPod({ db }: Ctx, id: string, member: string): Promise<LockedPod | null> {
  const { rows } = await sql<PodRow>`
    select ${POD_COLUMNS}
    from pods p where p.id = ${id}::uuid for no key update`.execute(db)
  const [pod] = rows
  if (!pod) return null
  // read after the row is locked: the previous holder of the lock may have let the member in
  const { rows: stands } = await sql<MemberStanding>`
    select ${standingColumns(member)} from pods p where p.id = ${id}::uuid`.execute(db)
  return { ...pod, ...stands[0]! }
}

/** The pod has heard of this member: he is not quiet. Call it in the transaction that has locked the pod. */
export const noteSign = ({ db }: Ctx, pod_id: string, member: string) =>
  sql`select sign_of_life(${pod_id}::uuid, ${member}::uuid)`.execute(db)

/** The same, in a transaction that has locked nothing of the pod. It locks the pod, which comes before its topic. */
export async function lockAndNoteSign(ctx: Ctx, pod_id: string, member: string): Promise<void> {
  await lockPodRow(ctx, pod_id)
  await noteSign(ctx, pod_id, member)
}

/** What the member wrote at this moment is about to be removed, and stays a sign of his. Locks the pod. */
export async function keepSign(ctx: Ctx, pod_id: string, member: string, at: Date): Promise<void> {
  await lockPodRow(ctx, pod_id)
  await sql`select keep_sign(${pod_id}::uuid, ${member}::uuid, ${at.toISOString()}::timestamptz)`.execute(ctx.db)
}

/** Locks the pod, also one that has ended, so that nothing else changes in it until the transaction ends. */
export const lockPodRow = ({ db }: Ctx, pod_id: string) =>
  sql`select from pods p where p.id = ${pod_id}::uuid for no key update`.execute(db)

/** Call it in the transaction that has locked the pod, if there is a seat. Returns false if the member was in already. */
export async function addPodMember(ctx: Ctx, pod_id: string, member: string): Promise<boolean> {
  const { rows } = await sql`
    insert into pod_members as m (pod_id, user_id) values (${pod_id}::uuid, ${member}::uuid)
    on conflict (pod_id, user_id) do update set is_active = true, joined_at = now() where not m.is_active
    returning 1`.execute(ctx.db)
  if (rows.length === 0) return false
  // joining counts as activity of the pod
  await sql`update pods p set last_activity_at = greatest(now(), p.last_activity_at) where p.id = ${pod_id}`.execute(
    ctx.db,
  )
  await record(ctx, podFacts.joined(pod_id, member))
  return true
}

/** Joins a public pod. A member of the pod stays in it. */
export async function joinPod(ctx: Ctx, { id }: { id: string }): Promise<Pod> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    await lockPodEntry(ctx, viewer)
    const pod = (await lockPod(ctx, id, viewer)) ?? refuse(podFaults.notFound)
    if (pod.is_member) return
    const why = whyNotJoin(pod)
    if (why) refuse(why)
    await addPodMember(ctx, id, viewer)
  })
  return podById(ctx, id)
}

/**
 * Deletes the member's own place. A pod that has ended is deleted with its last member. The creator is refused: the pod may have been handed to him since he last looked, and
 * deleting the pod for everyone is a separate operation.
 */
export async function leavePod(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const pod = (await lockPod(ctx, id, viewer)) ?? refuse(podFaults.notFound)
    const why = whyNotLeave(pod)
    if (why) refuse(why)
    await leaveRow(ctx, id, viewer)
    if (pod.status === 'ended') await deleteIfEmpty(ctx, id)
  })
  return { id }
}

export async function leaveRow(ctx: Ctx, pod_id: string, member: string): Promise<void> {
  await sql`delete from pod_members where pod_id = ${pod_id} and user_id = ${member}`.execute(ctx.db)
  await record(ctx, podFacts.left(pod_id, member))
}

export async function closePod(ctx: Ctx, id: string): Promise<void> {
  await sql`update pods set status = 'deleted' where id = ${id}`.execute(ctx.db)
  const { rows } = await sql<{ user_id: string }>`
    delete from pod_members where pod_id = ${id} returning user_id`.execute(ctx.db)
  await sql`delete from pod_join_requests where pod_id = ${id} and status = 'pending'`.execute(ctx.db)
  await sql`delete from pod_former_members where pod_id = ${id}`.execute(ctx.db)
  await record(
    ctx,
    podFacts.deleted(
      id,
      rows.map(({ user_id }) => user_id),
    ),
  )
}

/** Nobody can read a pod without members that has ended; its name is free again. */
export async function deleteIfEmpty(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql`select from pod_members m where m.pod_id = ${id}::uuid limit 1`.execute(ctx.db)
  if (rows.length === 0) await closePod(ctx, id)
}
