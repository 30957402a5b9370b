/** Taking a member out of a network (R-44), by its admins; and keeping him out for a while. */
import { sql } from 'kysely'
import { type Group, groupFaults } from '#contract/groups.ts'
import { backSentence, SAY_ROOMS } from '#contract/room-words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { notBlocked } from '../members/members.ts'
import { groupFacts } from './facts.ts'
import { headOf } from './heads.ts'

import { holdWayIn, removableMember, whyNotRun } from './rules.ts'

interface Asked {
  id: string
  member_id: string
  reason?: string | null | undefined
}

/**
 * Admins are not taken out, by nobody. Whoever is apart from an admin is not in the list that this admin has, and is not there
 * for him here either: another one takes him out. Done twice it is done once. Lock order: his way in, his rows, the topics.
 */
export async function takeOutGroupMember(ctx: Ctx, { id, member_id, reason = null }: Asked): Promise<Group> {
  mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  await inTransaction(ctx, async (ctx) => {
    await holdWayIn(ctx, id, member_id)
    const group = await headOf(ctx, id)
    const why = whyNotRun(group)
    if (why) refuse(why)
    const out = await exclude(ctx, { id, member_id, reason })
    if (out) await record(ctx, groupFacts.takenOut(id, member_id))
    else await mustBeOut(ctx, { id, member_id })
  })
  return headOf(ctx, id)
}

/** His row goes, and so does whatever he still asks for. False: there is none that this admin may take out. */
async function exclude(ctx: Ctx, { id, member_id, reason }: Asked): Promise<boolean> {
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

/** He was taken out before; otherwise why it cannot be done. */
async function mustBeOut(ctx: Ctx, { id, member_id }: Pick<Asked, 'id' | 'member_id'>): Promise<void> {
  const { rows } = await sql<{ is_out: boolean; is_in: boolean }>`
    select exists (select from group_exclusions x
        where x.group_id = ${id}::uuid and x.user_id = p.id and x.until > now()) as is_out,
      exists (select from group_members m where m.group_id = ${id}::uuid and m.user_id = p.id) as is_in
    from profiles p where p.id = ${member_id}::uuid and ${notBlocked(ctx.viewer, sql`p.id`)}`.execute(ctx.db)
  if (rows[0]?.is_in) refuse(groupFaults.adminStays)
  if (!rows[0]?.is_out) refuse(groupFaults.notThere)
}

/** Whoever was taken out knows it, so he is told the day. Asked after his way in is held. */
export async function mustNotBeOut(ctx: Ctx, group: string, member: string, asks: boolean): Promise<void> {
  const { rows } = await sql<{ until: Date; now: Date }>`select x.until, now() as now from group_exclusions x
    where x.group_id = ${group}::uuid and x.user_id = ${member}::uuid and x.until > now()`.execute(ctx.db)
  const [out] = rows
  if (out) refuse({ ...groupFaults.takenOut, message: backSentence({ ...out, asks }) })
}
