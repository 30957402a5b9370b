/** The public module of the pods room; also creates pods. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import { type NewPod, type Pod, podFaults } from '#contract/pods.ts'
import { SAY } from '#contract/words.ts'
import { groupIdsOf, ownGroup } from '../groups/groups.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { factOf } from '../kernel/stream/stream.ts'
import { refuseName } from '../members/members.ts'
import { podById } from './reading.ts'

export { leavePodsOf } from './account-deletion.ts'
export { type Entry, hasSeatFor, letInvitedIn, lockForEntry, lockInvitedPod } from './entry.ts'
export { expiredPodExclusions, takeOutPodMember } from './exclusion.ts'
export type { PodFact } from './facts.ts'
export { expiredFormerMembers, leftAtColumn, mayReadAsFormer } from './former.ts'
export { lockOwnPod, setMeetingFrequency, takeMen } from './frequency.ts'
export { listPods } from './list.ts'
export { podMails } from './mails.ts'
export { joinPod, keepSign, leavePod, lockAndNoteSign, lockPodRow, noteSign } from './membership.ts'
export { listOfferedPods } from './offered.ts'
export { podParts } from './own-data.ts'
export { deletePod, handOverPod } from './ownership.ts'
export { getPod } from './reading.ts'
export { decidePodRequest, listPodRequests, requestToJoinPod } from './requests.ts'

/** The maximum number of networks that the form offers. */
const MAX_COMMUNITIES = 200

/** The member's networks, one of which a new pod can belong to. */
export async function listOwnCommunities(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const { id } = mustBeMember(ctx, SAY.notAuthenticated)
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id, g.name from ${groupIdsOf(sql`${id}`, sql.lit(MAX_COMMUNITIES))} m
      join groups g on g.id = m.group_id and g.status = 'approved'
    order by lower(g.name), g.id`.execute(ctx.db)
  return rows
}

type PodInput = z.output<typeof NewPod>

/** Inserts the pod, its first member and the fact in one statement. Requests with the same id and content create one pod. */
export async function createPod(ctx: Ctx, input: PodInput): Promise<Pod> {
  const { id: creator } = mustBeMember(ctx, SAY.notAuthenticated)
  const { id = randomUUID(), group_id = null, ...words } = input
  const { name, description = null, capacity, meeting_frequency = null, is_private } = words
  const insert = () =>
    sql`
    with place as materialized (
      select g.id as group_id from (values (1)) one left join lateral (
        select g.id from ${ownGroup(sql`${group_id}::uuid`, sql`${creator}::uuid`)}) g on true
      where ${group_id}::uuid is null or g.id is not null),
    made as (
      insert into pods (id, name, description, capacity, creator_id, group_id, is_private, meeting_frequency)
      select ${id}::uuid, ${name}, ${description}, ${capacity}, ${creator}::uuid, place.group_id, ${is_private},
        ${meeting_frequency} from place
      on conflict (id) do nothing returning id),
    joined as (insert into pod_members (pod_id, user_id) select id, ${creator}::uuid from made),
    fact as (${factOf('pod.created', creator, sql`jsonb_build_object('pod_id', made.id) from made`)})
    select id from made`.execute(ctx.db)
  const { rows } = await retried(ctx, insert).catch(async (error: unknown) => {
    refuseName(error, 'name')
    const isTaken = ['pods_slug', 'pods_name_looks', 'names_taken_pkey'].some((index) =>
      isBreach(error, 'twice', index),
    )
    if (!isTaken) throw error
    // a repeated request for the same pod may fail on its name
    if (await isRepeated(ctx, { id, group_id, ...words })) return { rows: [] }
    return refuse(podFaults.nameTaken, { fields: { name: podFaults.nameTaken.message } })
  })
  if (!rows[0] && !(await isRepeated(ctx, { id, group_id, ...words }))) {
    const { rows: used } = await sql`select from pods where id = ${id}`.execute(ctx.db)
    if (used[0]) refuse(podFaults.idTaken)
    refuse(podFaults.notOwnGroup, { fields: { group_id: podFaults.notOwnGroup.message } })
  }
  return podById(ctx, id)
}

/** Returns true if the same pod of the same member exists already. */
async function isRepeated(ctx: Ctx, sent: Omit<PodInput, 'id' | 'group_id'> & { id: string; group_id: string | null }) {
  const { id, name, description = null, capacity, meeting_frequency = null, is_private, group_id } = sent
  const { rows } = await sql`
    select from pods where id = ${id} and creator_id = ${ctx.viewer?.id ?? null}::uuid and status = 'active'
      and (name, capacity, is_private) = (${name}, ${capacity}, ${is_private})
      and (description, meeting_frequency, group_id)
        is not distinct from (${description}::text, ${meeting_frequency}::text, ${group_id}::uuid)`.execute(ctx.db)
  return rows.length > 0
}
