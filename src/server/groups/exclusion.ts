/** An admin takes a member out of a network, and the member cannot come back for thirty days. */
import { sql } from 'kysely'
import { type Group, groupFaults } from '#contract/groups.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import type { OwnTable } from '#db/owners.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import type { Expired } from '../kernel/expired.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { notBlocked } from '../members/members.ts'
import { groupFacts } from './facts.ts'
import { headOf } from './heads.ts'

import { lockMembership, removableMember, whyNotRun } from './rules.ts'

interface GroupExclusion {
  id: string
  member_id: string
  reason?: string | null | undefined
}

/**
 * Takes a member out. Admins cannot be taken out. If the member and this admin are blocked, the admin does not see the member
 * in his list, and this answers as if the member did not exist; another admin can take him out. Repeating it changes nothing.
 * Lock order: the pair of member and network, the member's rows, the topics.
 */
export async function takeOutGroupMember(ctx: Ctx, { id, member_id, reason = null }: GroupExclusion): Promise<Group> {
  mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  await inTransaction(ctx, async (ctx) => {
    await lockMembership(ctx, id, member_id)
    const group = await headOf(ctx, id)
    const why = whyNotRun(group)
    if (why) refuse(why)
    const out = await exclude(ctx, { id, member_id, reason })
    if (out) await record(ctx, groupFacts.takenOut(id, member_id))
    else await mustBeOut(ctx, { id, member_id })
  })
  return headOf(ctx, id)
}

/** Deletes the membership and open requests. Returns false if there is no member whom this admin may take out. */
async function exclude(ctx: Ctx, { id, member_id, reason }: GroupExclusion): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from group_members m using groups g
      where g.id = ${id}::uuid and m.group_id = g.id and m.user_id = ${member_id}::uuid
        and ${removableMember(ctx.viewer)}
      returning m.group_id, m.user_id),
    asked as (
      delete from group_join_requests r using gone where r.group_id = gone.group_id and r.requester_id = gone.user_id
        and r.status = 'pending')
    insert into group_exclusions (group_id, user_id, reason) select group_id, user_id, ${reason ?? null} from gone
    on conflict (group_id, user_id) do update
      set (reason, until, created_at) = (excluded.reason, excluded.until, excluded.created_at)
    returning until`.execute(ctx.db)
  return rows.length > 0
}

/** Succeeds if the member was taken out before; otherwise refuses with the reason. */
async function mustBeOut(ctx: Ctx, { id, member_id }: Pick<GroupExclusion, 'id' | 'member_id'>): Promise<void> {
  const { rows } = await sql<{ is_out: boolean; is_in: boolean }>`
    select exists (select from group_exclusions x
        where x.group_id = ${id}::uuid and x.user_id = p.id and x.until > now()) as is_out,
      exists (select from group_members m where m.group_id = ${id}::uuid and m.user_id = p.id) as is_in
    from profiles p where p.id = ${member_id}::uuid and ${notBlocked(ctx.viewer, sql`p.id`)}`.execute(ctx.db)
  if (rows[0]?.is_in) refuse(groupFaults.adminStays)
  if (!rows[0]?.is_out) refuse(groupFaults.notThere)
}

/** Until when a member who was taken out cannot come back, and the time of the database. Called after the pair is locked. */
export async function exclusionOf(ctx: Ctx, group: string, member: string): Promise<{ until: Date; now: Date } | null> {
  const { rows } = await sql<{ until: Date; now: Date }>`select x.until, now() as now from group_exclusions x
    where x.group_id = ${group}::uuid and x.user_id = ${member}::uuid and x.until > now()`.execute(ctx.db)
  return rows[0] ?? null
}

/** The member may come back, and the message to him is no longer needed. */
export const expiredGroupExclusions: Expired<OwnTable<'groups'>>[] = [
  { table: 'group_exclusions', when: 'until < now()' },
]
