/** Asking to join a private network, and its admins' answer: one final state, and a mail that tells it. */
import { sql } from 'kysely'
import { type Group, type GroupRequest, groupFaults } from '#contract/groups.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { addNotice } from '../kernel/jobs/jobs.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { AUTHOR_COLUMNS, authorOf, notBlocked } from '../members/members.ts'
import { letIn } from './belonging.ts'
import { headOf } from './heads.ts'
import { requestAnswered } from './mails.ts'
import { answerableRequest, holdWayIn, whyNotRequest, whyNotRun } from './rules.ts'
import { mustNotBeOut } from './taking-out.ts'
import { groupTopic, tellRequest } from './telling.ts'

/** Asked twice it is one request. */
export async function requestToJoinGroup(
  ctx: Ctx,
  { id, message = null }: { id: string; message?: string | null },
): Promise<Group> {
  const { id: requester } = mustBeMember(ctx, SAY_ROOMS.signInToJoinGroup)
  const told = await inTransaction(ctx, async (ctx) => {
    await holdWayIn(ctx, id, requester)
    const group = await headOf(ctx, id)
    if (group.is_member) refuse(groupFaults.alreadyIn)
    await mustNotBeOut(ctx, id, requester, !group.is_public)
    const why = whyNotRequest(group)
    if (why) refuse(why)
    const { rows } = await sql`insert into group_join_requests (group_id, requester_id, message)
      values (${id}::uuid, ${requester}::uuid, ${message}) on conflict do nothing returning id`.execute(ctx.db)
    return rows.length > 0 ? tellRequest(ctx, 'group_request.sent', { group: id, requester }) : []
  })
  for (const topic of told) ctx.live.ring(topic)
  return headOf(ctx, id)
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

interface Answer {
  id: string
  decision: 'approve' | 'decline'
}

interface Asked {
  group_id: string
  requester_id: string
  name: string
  slug: string
}

/** The first answer stands; who gives the same one again is told that it stands, who gives the other is refused. */
export async function decideGroupRequest(ctx: Ctx, { id, decision }: Answer): Promise<Answer> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  const decide = async (ctx: Ctx) => {
    const { rows: found } = await sql<Asked>`
      select r.group_id, r.requester_id, g.name, g.slug
      from group_join_requests r join groups g on g.id = r.group_id and g.status = 'approved'
      where r.id = ${id}::uuid and ${answerableRequest({ id: viewer }, sql`r.requester_id`)}`.execute(ctx.db)
    const asked = found[0] ?? refuse(groupFaults.noRequest)
    await holdWayIn(ctx, asked.group_id, asked.requester_id)
    const status = decision === 'approve' ? 'approved' : 'rejected'
    const { rows: answered } = await sql`
      update group_join_requests r set status = ${status}, reviewed_by = ${viewer}::uuid, reviewed_at = now()
      where r.id = ${id}::uuid and r.status = 'pending' returning r.id`.execute(ctx.db)
    if (answered.length === 0) {
      await mustBeSame(ctx, id, status)
      return []
    }
    if (decision === 'approve') await letIn(ctx, asked.group_id, asked.requester_id)
    await addNotice(ctx, asked.requester_id, requestAnswered(asked, decision === 'approve'))
    const { group_id: group, requester_id: requester } = asked
    return [groupTopic(group), ...(await tellRequest(ctx, 'group_request.answered', { group, requester }))]
  }
  const told = await inTransaction(ctx, decide).catch((error: unknown) => {
    // whoever asked has deleted his account in this very moment, and his request with it
    if (isBreach(error, 'gone')) refuse(groupFaults.noRequest)
    throw error
  })
  for (const topic of told) ctx.live.ring(topic)
  return { id, decision }
}

async function mustBeSame(ctx: Ctx, id: string, status: string): Promise<void> {
  const stands = await ctx.db.selectFrom('group_join_requests').select('status').where('id', '=', id).executeTakeFirst()
  if (!stands) refuse(groupFaults.noRequest)
  if (stands.status !== status) refuse(groupFaults.answered)
}
