/** Requests to join a private pod, and the answers of its creator. */
import { sql } from 'kysely'
import type { PageOf } from '#contract/kernel.ts'
import { type Pod, type PodRequest, podFaults } from '#contract/pods.ts'
import { PAGE_SIZE, SAY } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { dateOf, keyOf, pageOf } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'

import { record } from '../kernel/stream/stream.ts'
import { AUTHOR_COLUMNS, authorOf, neitherBlocked } from '../members/members.ts'
import { podFacts } from './facts.ts'
import { addPodMember, lockPod, lockPodEntry, noteSign } from './membership.ts'
import { podById } from './reading.ts'
import { answerableRequest, isClosedColumn, whyNotLetIn, whyNotRequest } from './rules.ts'

/** A repeated request stays one request. */
export async function requestToJoinPod(ctx: Ctx, { id }: { id: string }): Promise<Pod> {
  const { id: requester } = mustBeMember(ctx, SAY.notAuthenticated)
  await inTransaction(ctx, async (ctx) => {
    const pod = (await lockPod(ctx, id, requester)) ?? refuse(podFaults.notFound)
    const why = whyNotRequest(pod)
    if (why) refuse(why)
    const { rows } = await sql<{ id: string }>`
      insert into pod_join_requests (pod_id, requester_id) values (${id}, ${requester})
      on conflict (pod_id, requester_id) where status = 'pending' do nothing returning id`.execute(ctx.db)
    if (!rows[0]) return
    const creator = pod.creator_id && (await hearsOf(ctx, pod.creator_id, requester)) ? pod.creator_id : null
    await record(ctx, podFacts.requestSent(id, rows[0].id, creator))
  })
  return podById(ctx, id)
}

/** Returns false if the two are blocked: then the creator is not notified of the request. */
async function hearsOf({ db }: Ctx, creator: string, requester: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${neitherBlocked(sql`${creator}::uuid`, sql`${requester}::uuid`)} as is`.execute(db)
  return rows[0]!.is
}

interface RequestRow {
  id: string
  created: number
  message: string | null
  pod_id: string
  pod_name: string
  pod_slug: string
  is_full: boolean
  author_id: string
  author_username: string
  author_display_name: string | null
  author_avatar_url: string | null
  author_location: string | null
  author_is_administrator: boolean | null
}

/** Pending requests for the active pods of this creator. */
export async function listPodRequests(
  ctx: Ctx,
  { pod_id, after }: { pod_id?: string; after?: string },
): Promise<PageOf<PodRequest>> {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  const key = keyOf(after)
  const { rows } = await sql<RequestRow>`
    select r.id, r.message, date_part('epoch', r.created_at) * 1000 as created,
      p.id as pod_id, p.name as pod_name, p.slug as pod_slug, ${isClosedColumn} as is_full,
      ${AUTHOR_COLUMNS}
    from pods p join pod_join_requests r on r.pod_id = p.id and r.status = 'pending'
      join profiles a on a.id = r.requester_id
    where ${answerableRequest(viewer, sql`a.id`)}
      ${pod_id ? sql`and p.id = ${pod_id}` : sql``}
      ${key ? sql`and (r.created_at, r.id) < (${key.created_at}, ${key.id}::uuid)` : sql``}
    order by r.created_at desc, r.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  return pageOf(rows.map(requestOf), PAGE_SIZE)
}

const requestOf = (row: RequestRow): PodRequest => ({
  id: row.id,
  pod: { id: row.pod_id, name: row.pod_name, slug: row.pod_slug, is_full: row.is_full },
  requester: authorOf(row)!,
  message: row.message,
  created_at: dateOf(row.created),
})

type PodRequestDecision = 'approved' | 'rejected'

/** Only the creator can answer; for others the request does not exist. The first answer is final, and can be repeated. */
export async function decidePodRequest(ctx: Ctx, { id, decision }: { id: string; decision: PodRequestDecision }) {
  const { id: viewer } = mustBeMember(ctx, SAY.notAuthenticated)
  const decide = async (ctx: Ctx) => {
    const asked = (await requestFor(ctx, id, viewer)) ?? refuse(podFaults.noRequest)
    if (decision === 'approved') await lockPodEntry(ctx, asked.requester_id)
    const pod = await lockPod(ctx, asked.pod_id, asked.requester_id)
    // read again after the lock: answering, handing over and deleting all lock the pod
    const request = pod && (await requestFor(ctx, id, viewer))
    if (!request) refuse(podFaults.noRequest)
    if (request.status === decision) return
    if (request.status !== 'pending') refuse(podFaults.answered)
    if (decision === 'approved') {
      const why = whyNotLetIn(pod)
      if (why) refuse(why)
      await addPodMember(ctx, pod.id, request.requester_id)
    }
    await sql`update pod_join_requests set status = ${decision}, reviewed_by = ${viewer}, reviewed_at = now()
      where id = ${id}`.execute(ctx.db)
    await noteSign(ctx, pod.id, viewer)
    await record(ctx, podFacts.requestAnswered(pod.id, { id, requester_id: request.requester_id }, decision))
  }
  await inTransaction(ctx, decide).catch((error: unknown) => {
    // the requester has deleted his account meanwhile, and with it the request
    if (isBreach(error, 'gone')) refuse(podFaults.noRequest)
    throw error
  })
  return { id, status: decision }
}

async function requestFor({ db }: Ctx, id: string, creator: string) {
  const { rows } = await sql<{ pod_id: string; requester_id: string; status: PodRequestDecision | 'pending' }>`
    select r.pod_id, r.requester_id, r.status from pod_join_requests r join pods p on p.id = r.pod_id
    where r.id = ${id} and ${answerableRequest(creator, sql`r.requester_id`)}`.execute(db)
  return rows[0]
}
