/** Networks: larger communities, public or private, run by their admins. */
import { sql } from 'kysely'
import type { GroupCard } from '#contract/groups.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { cursorOf, keyOf, pageOf } from '../kernel/page.ts'
import { cardColumns } from './heads.ts'
import { isMember, visibleGroup } from './rules.ts'

export { editGroup, setQuotableGroup } from './editing.ts'
export { expiredGroupExclusions, takeOutGroupMember } from './exclusion.ts'
export { type GroupFact, groupFacts } from './facts.ts'
export { getGroup, mustSeeInside } from './heads.ts'
export { groupMails } from './mails.ts'
export { joinGroup, leaveGroup, leaveGroupsOf, listGroupMembers } from './members.ts'
export { hideMembershipEvents, showMembershipEvents } from './membership-events.ts'
export { groupCountOf, groupIdsOf, isMemberOf, membersAmong, memberships, ownGroup } from './membership-sql.ts'
export { listOfferedGroups } from './offered.ts'
export { groupParts } from './own-data.ts'
export { groupJobs } from './reindex-visibility.ts'
export { decideGroupRequest, listGroupRequests, requestToJoinGroup } from './requests.ts'
export { inOpenGroup, visibleInside } from './rules.ts'
export { decideSuggestion, listSuggestions, suggestGroup, suggestionShown } from './suggestions.ts'

/** Counts the results of a search only up to this number. */
const MAX_COUNTED = 1000
/** Networks in each short list of the overview. */
const OVERVIEW_SIZES = { mine: 3, popular: 5, new: 5 } as const

interface GroupListQuery {
  q?: string
  after?: string
}

/** Newest first. With a search text, only networks that contain it. */
export async function listGroups(ctx: Ctx, { q = '', after }: GroupListQuery) {
  const key = keyOf(after)
  const words = q.replaceAll('\0', '')
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const which = words ? sql`${visibleGroup} and g.words like lower(${pattern}::text)` : visibleGroup
  const page = sql<GroupCard>`
      select ${cardColumns(ctx.viewer)} from groups g where ${which}
        ${key ? sql`and (g.created_at, g.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
      order by g.created_at desc, g.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  if (!words) {
    const [{ rows }, counted] = await Promise.all([page, countAll(ctx)])
    return { ...pageOf(rows, PAGE_SIZE), ...counted }
  }
  const { rows } = await page
  // counting the matches of a rare word is slow, and the first page may have shown all of them
  const isAll = !key && rows.length <= PAGE_SIZE
  return {
    ...pageOf(rows, PAGE_SIZE),
    ...(isAll ? { count: rows.length, count_open: false } : await countOf(ctx, which)),
  }
}

async function countAll(ctx: Ctx) {
  const { amount } = await ctx.db
    .selectFrom('totals')
    .select('amount')
    .where('name', '=', 'groups')
    .executeTakeFirstOrThrow()
  return { count: amount, count_open: false }
}

async function countOf(ctx: Ctx, which: ReturnType<typeof sql>) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from groups g where ${which} limit ${sql.lit(MAX_COUNTED + 1)}) found`.execute(
    ctx.db,
  )
  const { count } = rows[0]!
  return { count: Math.min(count, MAX_COUNTED), count_open: count > MAX_COUNTED }
}

export async function getGroupsOverview(ctx: Ctx) {
  const { id } = mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  const others = (order: ReturnType<typeof sql>, few: number) =>
    sql<GroupCard>`
    select ${cardColumns(ctx.viewer)} from groups g where ${visibleGroup} and not ${isMember(ctx.viewer)}
    order by ${order} limit ${sql.lit(few)}`.execute(ctx.db)
  const [mine, count, popular, newest] = await Promise.all([
    mineOf(ctx, id, OVERVIEW_SIZES.mine),
    sql<{ amount: number }>`select count(*) as amount from group_members k where k.user_id = ${id}::uuid`.execute(
      ctx.db,
    ),
    others(sql`g.member_count desc, g.id`, OVERVIEW_SIZES.popular),
    others(sql`g.created_at desc, g.id desc`, OVERVIEW_SIZES.new),
  ])
  return { mine, mine_count: count.rows[0]!.amount, popular: popular.rows, new: newest.rows }
}

interface JoinedGroupCard extends GroupCard {
  joined_at: Date
}

/** The network joined last comes first. */
async function mineOf(ctx: Ctx, member: string, few: number, after?: string): Promise<JoinedGroupCard[]> {
  const key = keyOf(after)
  const { rows } = await sql<JoinedGroupCard>`
    select ${cardColumns(ctx.viewer)}, k.joined_at from group_members k join groups g on g.id = k.group_id
    where k.user_id = ${member}::uuid and ${visibleGroup}
      ${key ? sql`and (k.joined_at, k.group_id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by k.joined_at desc, k.group_id desc limit ${sql.lit(few)}`.execute(ctx.db)
  return rows
}

export async function listMyGroups(ctx: Ctx, { after }: { after?: string }): Promise<PageOf<GroupCard>> {
  const { id } = mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  const rows = await mineOf(ctx, id, PAGE_SIZE + 1, after)
  const items = rows.slice(0, PAGE_SIZE)
  const last = items.at(-1)
  return { items, next: rows.length > PAGE_SIZE && last ? cursorOf({ created_at: last.joined_at, id: last.id }) : null }
}
