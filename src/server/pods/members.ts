/** Who comes into a pod and who leaves it. Each deed holds the pod's row first, so that they come one after the other. */
import { sql } from 'kysely'
import { type Pod, podFaults } from '#contract/pods.ts'
import { SAY } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { podFacts } from './facts.ts'
import { podById } from './reading.ts'
import {
  isCreatorColumn,
  isMemberColumn,
  meetsApartColumn,
  outUntilColumn,
  type Standing,
  whyNotDelete,
  whyNotHandOver,
  whyNotJoin,
  whyNotLeave,
} from './rules.ts'

interface Held extends Standing {
  id: string
  name: string
  slug: string
  creator_id: string | null
}

/** Before the pod's row: whoever comes in, and a block between him and another, come one after the other. */
export const holdComing = ({ db }: Ctx, member: string) => sql`select lock_pod_entry(${member}::uuid)`.execute(db)

/** What is asked of one member after the pod's row is held. */
type OfMember = Pick<Standing, 'is_member' | 'is_creator' | 'meets_apart' | 'out_until' | 'now'>

/** The pod until the transaction ends, and where this member stands in it; null: there never was such a pod. */
export async function holdPod({ db }: Ctx, id: string, member: string): Promise<Held | null> {
  const { rows } = await sql<Omit<Held, keyof OfMember>>`
    select p.id, p.name, p.slug, p.status, p.is_private, p.capacity, p.current_members, p.creator_id
    from pods p where p.id = ${id}::uuid for no key update`.execute(db)
  const [pod] = rows
  if (!pod) return null
  // asked after the row is held: whoever held it before may have brought him in
  const { rows: stands } = await sql<OfMember>`
    select ${isMemberColumn(member)} as is_member, ${isCreatorColumn(member)} as is_creator,
      ${meetsApartColumn(member)} as meets_apart, ${outUntilColumn(member)} as out_until, now() as now
    from pods p where p.id = ${id}::uuid`.execute(db)
  return { ...pod, ...stands[0]! }
}

/** In the pod's transaction, where there is a seat. False: he was in already. */
export async function letIn(ctx: Ctx, pod_id: string, member: string): Promise<boolean> {
  const { rows } = await sql`
    insert into pod_members as m (pod_id, user_id) values (${pod_id}::uuid, ${member}::uuid)
    on conflict (pod_id, user_id) do update set is_active = true, joined_at = now() where not m.is_active
    returning 1`.execute(ctx.db)
  if (rows.length === 0) return false
  // AMB-96: a pod lives when somebody comes, too
  await sql`update pods p set last_activity_at = greatest(now(), p.last_activity_at) where p.id = ${pod_id}`.execute(
    ctx.db,
  )
  await record(ctx, podFacts.joined(pod_id, member))
  return true
}

/** A public pod. Whoever is in already stays in. */
export async function joinPod(ctx: Ctx, { id }: { id: string }): Promise<Pod> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    await holdComing(ctx, viewer)
    const pod = (await holdPod(ctx, id, viewer)) ?? refuse(podFaults.notFound)
    if (pod.is_member) return
    const why = whyNotJoin(pod)
    if (why) refuse(why)
    await letIn(ctx, id, viewer)
  })
  return podById(ctx, id)
}

/**
 * His own place. Whoever the pod belongs to is refused: it may have been handed to him since he last looked, and what ends
 * it for everyone is said outright.
 */
export async function leavePod(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const pod = (await holdPod(ctx, id, viewer)) ?? refuse(podFaults.notFound)
    const why = whyNotLeave(pod)
    if (why) refuse(why)
    await leaveRow(ctx, id, viewer)
  })
  return { id }
}

export async function leaveRow(ctx: Ctx, pod_id: string, member: string): Promise<void> {
  await sql`delete from pod_members where pod_id = ${pod_id} and user_id = ${member}`.execute(ctx.db)
  await record(ctx, podFacts.left(pod_id, member))
}

/**
 * By its creator (AMB-90). Nobody is in a deleted pod, and nobody waits before it. Its name is free again. The fact says who
 * was in.
 */
export async function deletePod(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const why = whyNotDelete(await holdPod(ctx, id, viewer))
    if (why) refuse(why)
    await closePod(ctx, id)
  })
  return { id }
}

export async function closePod(ctx: Ctx, id: string): Promise<void> {
  await sql`update pods set status = 'deleted' where id = ${id}`.execute(ctx.db)
  const { rows } = await sql<{ user_id: string }>`
    delete from pod_members where pod_id = ${id} returning user_id`.execute(ctx.db)
  await sql`delete from pod_join_requests where pod_id = ${id} and status = 'pending'`.execute(ctx.db)
  await record(
    ctx,
    podFacts.deleted(
      id,
      rows.map(({ user_id }) => user_id),
    ),
  )
}

/** To one who is in it; whoever made it leaves. Ids are compared by the database: the same one is written in two ways. */
export async function handOverPod(ctx: Ctx, { id, to }: { id: string; to: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const pod = (await holdPod(ctx, id, viewer)) ?? refuse(podFaults.notFound)
    const why = whyNotHandOver(pod)
    if (why) refuse(why)
    const { rows } = await sql<{ user_id: string }>`
      select m.user_id from pod_members m where m.pod_id = ${id}::uuid and m.user_id = ${to}::uuid and m.is_active
        and m.user_id <> ${viewer}::uuid`.execute(ctx.db)
    const [heir] = rows
    if (!heir) refuse(podFaults.noSuccessor, { fields: { to: podFaults.noSuccessor.message } })
    await handTo(ctx, pod, heir.user_id)
    await leaveRow(ctx, id, viewer)
  })
  return { id }
}

export async function handTo(ctx: Ctx, { id }: Pick<Held, 'id'>, heir: string): Promise<void> {
  await sql`update pods set creator_id = ${heir} where id = ${id}`.execute(ctx.db)
  await record(ctx, podFacts.handedOver(id, heir))
}
