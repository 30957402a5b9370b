/** Requests to join a private network, and the answer of an admin: one final state, and a mail about it. */
import { sql } from 'kysely'
import { type Group, type GroupRequest, groupFaults } from '#contract/groups.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'

import { record } from '../kernel/stream/stream.ts'

import { AUTHOR_COLUMNS, authorOf, neitherBlocked, notBlocked } from '../members/members.ts'
import { exclusionOf } from './exclusion.ts'
import { groupFacts } from './facts.ts'
import { headOf } from './heads.ts'
import { addGroupMember } from './members.ts'
import { answerableRequest, lockMembership, whyNotRequest, whyNotRun } from './rules.ts'

/** A repeated request stays one request. */
export async function requestToJoinGroup(
  ctx: Ctx,
  { id, message = null }: { id: string; message?: string | null },
): Promise<Group> {
  const { id: requester } = mustBeMember(ctx, SAY_ROOMS.signInToJoinGroup)
  await inTransaction(ctx, async (ctx) => {
    await lockMembership(ctx, id, requester)
    const group = await headOf(ctx, id)
    const why = whyNotRequest({ ...group, out: await exclusionOf(ctx, id, requester) })
    if (why) refuse(why)
    const { rows } = await sql`insert into group_join_requests (group_id, requester_id, message)
      values (${id}::uuid, ${requester}::uuid, ${message}) on conflict do nothing returning id`.execute(ctx.db)
    if (rows.length > 0) await record(ctx, groupFacts.requestSent(await requestOf(ctx, id, requester)))
  })
  return headOf(ctx, id)
}

/** The maximum number of admins who are notified of a request. The others see it when they open the list. */
const ADMINS_NOTIFIED = 50

/** The requester and the network's admins are notified, except admins who are blocked. */
async function requestOf({ db }: Ctx, group_id: string, requester_id: string) {
  const { rows } = await sql<{ id: string }>`
    select ${requester_id}::uuid as id
    union select user_id from (select m.user_id from group_members m where m.group_id = ${group_id}::uuid
      and m.role = 'admin' and ${neitherBlocked(sql`m.user_id`, sql`${requester_id}::uuid`)}
      order by m.joined_at, m.user_id limit ${sql.lit(ADMINS_NOTIFIED)}) a
    order by id`.execute(db)
  return { group_id, requester_id, listeners: rows.map(({ id }) => id) }
}

interface RequestRow {
  id: string
  message: string | null
  created_at: Date
  author_id: string
  author_username: string
  author_display_name: string | null
  author_avatar_url: string | null
  author_location: string | null
  author_is_administrator: boolean | null
}

export async function listGroupRequests(
  ctx: Ctx,
  { id, after }: { id: string; after?: string },
): Promise<PageOf<GroupRequest>> {
  const key = keyOf(after)
  const why = whyNotRun(await headOf(ctx, id))
  if (why) refuse(why)
  const { rows } = await sql<RequestRow>`
    select r.id, r.message, r.created_at, ${AUTHOR_COLUMNS}
    from group_join_requests r join profiles a on a.id = r.requester_id
    where r.group_id = ${id}::uuid and r.status = 'pending' and ${notBlocked(ctx.viewer)}
      ${key ? sql`and (r.created_at, r.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by r.created_at desc, r.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  return pageOf(
    rows.map((row) => {
      const { id, message, created_at } = row
      return { id, message, created_at, requester: authorOf(row)! }
    }),
    PAGE_SIZE,
  )
}

interface RequestDecision {
  id: string
  decision: 'approve' | 'decline'
}

interface PendingRequest {
  group_id: string
  requester_id: string
}

/** The first answer is final. The same answer again succeeds and changes nothing; the other answer is refused. */
export async function decideGroupRequest(ctx: Ctx, { id, decision }: RequestDecision): Promise<RequestDecision> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  const decide = async (ctx: Ctx) => {
    const { rows: found } = await sql<PendingRequest>`
      select r.group_id, r.requester_id
      from group_join_requests r join groups g on g.id = r.group_id and g.status = 'approved'
      where r.id = ${id}::uuid and ${answerableRequest({ id: viewer }, sql`r.requester_id`)}`.execute(ctx.db)
    const asked = found[0] ?? refuse(groupFaults.noRequest)
    await lockMembership(ctx, asked.group_id, asked.requester_id)
    const status = decision === 'approve' ? 'approved' : 'rejected'
    const { rows: answered } = await sql`
      update group_join_requests r set status = ${status}, reviewed_by = ${viewer}::uuid, reviewed_at = now()
      where r.id = ${id}::uuid and r.status = 'pending' returning r.id`.execute(ctx.db)
    if (answered.length === 0) return mustBeSame(ctx, id, status)
    if (decision === 'approve') await addGroupMember(ctx, asked.group_id, asked.requester_id)
    const request = await requestOf(ctx, asked.group_id, asked.requester_id)
    await record(ctx, groupFacts.requestAnswered(request, decision === 'approve'))
  }
  await inTransaction(ctx, decide).catch((error: unknown) => {
    // the requester has deleted his account meanwhile, and with it the request
    if (isBreach(error, 'gone')) refuse(groupFaults.noRequest)
    throw error
  })
  return { id, decision }
}

async function mustBeSame(ctx: Ctx, id: string, status: string): Promise<void> {
  const stands = await ctx.db.selectFrom('group_join_requests').select('status').where('id', '=', id).executeTakeFirst()
  if (!stands) refuse(groupFaults.noRequest)
  if (stands.status !== status) refuse(groupFaults.answered)
}
