/** Membership of a network: joining, leaving, and the list of members. */
import { type RawBuilder, sql } from 'kysely'
import { type Group, type GroupMember, groupFaults } from '#contract/groups.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { cursorOf, keyOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'

import { record } from '../kernel/stream/stream.ts'
import { AUTHOR_COLUMNS, isSuspended, notBlocked } from '../members/members.ts'
import { exclusionOf } from './exclusion.ts'
import { groupFacts } from './facts.ts'
import { headOf, mustSeeInside } from './heads.ts'
import { type MemberRow, memberOf } from './membership-events.ts'
import { lockMembership, whyNotJoin, whyNotLeave } from './rules.ts'

/** In the order in which they joined. */
export async function listGroupMembers(
  ctx: Ctx,
  { slug, only, after }: { slug: string; only?: 'admin'; after?: string },
): Promise<PageOf<GroupMember>> {
  const key = keyOf(after)
  const group = await mustSeeInside(ctx, slug)
  const { rows } = await sql<MemberRow>`
    select m.joined_at, m.role, ${AUTHOR_COLUMNS}
    from group_members m join profiles a on a.id = m.user_id
    where m.group_id = ${group.id}::uuid ${only ? sql`and m.role = 'admin'` : sql``}
      and ${notBlocked(ctx.viewer, sql`m.user_id`)}
      ${key ? sql`and (m.joined_at, m.user_id) > (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by m.joined_at, m.user_id limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    items: shown.map(memberOf),
    next: rows.length > PAGE_SIZE && last ? cursorOf({ created_at: last.joined_at, id: last.author_id }) : null,
  }
}

/** Joins a public network. A member of the network keeps his role. */
export async function joinGroup(ctx: Ctx, { id }: { id: string }): Promise<Group> {
  const { id: member } = mustBeMember(ctx, SAY_ROOMS.signInToJoinGroup)
  await inTransaction(ctx, async (ctx) => {
    await lockMembership(ctx, id, member)
    const { rows: found } = await sql<{ is_open: boolean; is_in: boolean }>`
      select lock_group(g.id) as is_open, exists (select from group_members m where m.group_id = g.id and
        m.user_id = ${member}::uuid) as is_in from groups g where g.id = ${id}::uuid and g.status = 'approved'`.execute(
      ctx.db,
    )
    const { is_open, is_in } = found[0] ?? refuse(groupFaults.gone)
    if (is_in) return
    const why = whyNotJoin({ is_public: is_open, out: await exclusionOf(ctx, id, member) })
    if (why) refuse(why)
    await addGroupMember(ctx, id, member)
  })
  return headOf(ctx, id)
}

/** Inserts one row, even if another operation lets the member in at the same time, and answers his open request. */
export async function addGroupMember(ctx: Ctx, group: string, member: string): Promise<void> {
  const { rows } = await sql`
    insert into group_members (group_id, user_id) values (${group}::uuid, ${member}::uuid)
    on conflict do nothing returning user_id`.execute(ctx.db)
  await sql`delete from group_join_requests r where r.group_id = ${group}::uuid and r.requester_id = ${member}::uuid
    and r.status = 'pending'`.execute(ctx.db)
  if (rows.length === 0) return
  await record(ctx, groupFacts.joined(group, member))
}

/**
 * Deletes only the membership; what the member wrote stays. The member who made the network cannot leave it. If the last
 * admin leaves, the member who joined first becomes admin.
 */
export async function leaveGroup(ctx: Ctx, { id }: { id: string }): Promise<Group> {
  const { id: member } = mustBeMember(ctx, SAY_ROOMS.signInToLeaveGroup)
  await inTransaction(ctx, async (ctx) => {
    await lockMembership(ctx, id, member)
    const group = await headOf(ctx, id)
    const why = whyNotLeave(group)
    if (why) refuse(why)
    const { rows } = await sql<{ was_admin: boolean }>`
      delete from group_members m where m.group_id = ${id}::uuid and m.user_id = ${member}::uuid
      returning m.is_admin as was_admin`.execute(ctx.db)
    const [gone] = rows
    if (!gone) refuse(groupFaults.notInGroup)
    await record(ctx, groupFacts.left(id, member))
    if (gone.was_admin) await handOn(ctx, id)
  })
  return headOf(ctx, id)
}

/**
 * Leaves some of a member's networks when his account is deleted, each in a transaction of its own. A network that he made
 * and was the only admin of gets the member who joined first as its admin. A network without members stays, without admins,
 * for the administrators. Returns true if there may be more.
 */
export async function leaveGroupsOf(ctx: Ctx, member: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    (select m.group_id as id from group_members m where m.user_id = ${member}::uuid limit ${sql.lit(BATCH_SIZE)})
    union (select g.id from groups g where g.creator_id = ${member}::uuid limit ${sql.lit(BATCH_SIZE)})`.execute(ctx.db)
  for (const { id } of rows) {
    await inTransaction(ctx, async (ctx) => {
      await lockMembership(ctx, id, member)
      const made = await sql`update groups set creator_id = null where id = ${id}::uuid and creator_id = ${member}::uuid
        returning 1`.execute(ctx.db)
      const { rows: gone } = await sql<{ was_admin: boolean }>`
        delete from group_members m where m.group_id = ${id}::uuid and m.user_id = ${member}::uuid
        returning m.is_admin as was_admin`.execute(ctx.db)
      if (gone[0]) await record(ctx, groupFacts.left(id, member))
      if (gone[0]?.was_admin || made.rows.length > 0) await handOn(ctx, id)
    })
  }
  return rows.length > 0
}
const BATCH_SIZE = 50

/**
 * Makes the member who joined first an admin if there is none; a suspended member only if there is no other. The delete has
 * locked the network's row by updating its member count, so two admins who leave at the same time run one after the other.
 */
async function handOn(ctx: Ctx, group: string): Promise<void> {
  const longest = (who: RawBuilder<boolean>) => sql`(
    select k.user_id from group_members k
    where k.group_id = ${group}::uuid and ${who}
      and not exists (select from departures d where d.member_id = k.user_id)
    order by k.joined_at, k.user_id limit 1)`
  const { rows } = await sql<{
    user_id: string
  }>`update group_members m set role = 'admin' where m.group_id = ${group}::uuid
    and m.user_id = coalesce(${longest(sql`not ${isSuspended(sql`k.user_id`)}`)}, ${longest(sql`true`)})
    and not exists (select from group_members k where k.group_id = ${group}::uuid and k.role = 'admin')
    and not exists (select from groups g where g.id = ${group}::uuid and g.creator_id is not null)
    returning m.user_id`.execute(ctx.db)
  for (const { user_id } of rows) await record(ctx, groupFacts.runBy(group, user_id))
}
