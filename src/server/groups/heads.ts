/** A network as the card of a list, and as the head of a page with the viewer's own standing. */
import { sql } from 'kysely'
import { type Group, type GroupCard, groupFaults } from '#contract/groups.ts'
import type { Fault } from '#contract/kernel.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { lastSeqOf } from '../kernel/live/live.ts'
import { refuse } from '../kernel/refuse.ts'
import { isAdmin, isMember, maySeeInside, visibleGroup, whyNotJoin, whyNotLeave, whyNotRequest } from './rules.ts'

/** The columns of a card; `g` is the alias of the network. */
export const cardColumns = (viewer: Ctx['viewer']) => sql`g.id, g.name, g.slug, g.description, g.location, g.is_public,
  g.member_count, g.avatar_url, g.banner_url, g.created_at, ${isMember(viewer)} as is_member`

interface GroupHeadRow extends GroupCard {
  is_admin: boolean
  is_creator: boolean
  quotable: boolean
  request_pending: boolean
  seq: number | null
  out_until: Date | null
  out_reason: string | null
  now: Date
}

async function read(ctx: Ctx, which: ReturnType<typeof sql>): Promise<Group | null> {
  const viewer = ctx.viewer?.id ?? null
  const { rows } = await sql<GroupHeadRow>`
    select ${cardColumns(ctx.viewer)}, ${isAdmin(ctx.viewer)} as is_admin,
      g.is_quotable as quotable, coalesce(g.creator_id = ${viewer}::uuid, false) as is_creator,
      exists (select from group_join_requests r where r.group_id = g.id and r.requester_id = ${viewer}::uuid
        and r.status = 'pending') as request_pending,
      case when ${isMember(ctx.viewer)} then ${lastSeqOf('group', sql`g.id`)} end as seq,
      x.until as out_until, x.reason as out_reason, now() as now
    from groups g
      left join group_exclusions x on x.group_id = g.id and x.user_id = ${viewer}::uuid and x.until > now()
    where ${which} and ${visibleGroup}`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const { out_until, out_reason, quotable, now, ...head } = row
  const entry = { ...head, out: out_until && { until: out_until, now } }
  return {
    ...head,
    ...(row.is_admin && { is_quotable: quotable }),
    can_see_inside: maySeeInside(head),
    can_join: !head.is_member && whyNotJoin(entry) === null,
    can_request: !head.request_pending && whyNotRequest(entry) === null,
    can_leave: whyNotLeave(head) === null,
    taken_out: out_until && { until: out_until, reason: out_reason },
  }
}

/** Matches a slug in any letter case, and with spaces instead of dashes. */
const named = (slug: string) => sql`g.slug = slug_of(${slug}::text)`

export async function getGroup(ctx: Ctx, { slug }: { slug: string }): Promise<Group> {
  if (slug.includes('\0')) refuse(groupFaults.notFound) // PostgreSQL accepts no NUL character, not even in a parameter
  const group = (await read(ctx, named(slug))) ?? refuse(groupFaults.notFound)
  if (!group.is_creator || group.is_member) return group
  await letCreatorIn(ctx, group)
  return headOf(ctx, group.id)
}

/** The creator is always a member. If his row was lost, his next visit restores it. */
async function letCreatorIn(ctx: Ctx, { id }: Group): Promise<void> {
  await sql`insert into group_members (group_id, user_id, role)
    select id, creator_id, 'admin' from groups where id = ${id}::uuid and creator_id = ${ctx.viewer?.id}::uuid
    on conflict do nothing`.execute(ctx.db)
}

/** Returns the head as it is after an operation. */
export async function headOf(ctx: Ctx, id: string, otherwise: Fault = groupFaults.gone): Promise<Group> {
  return (await read(ctx, sql`g.id = ${id}::uuid`)) ?? refuse(otherwise)
}

/** Returns the network if the viewer may see what is in it. */
export async function mustSeeInside(ctx: Ctx, slug: string): Promise<Group> {
  const group = await getGroup(ctx, { slug })
  return maySeeInside(group) ? group : refuse(groupFaults.membersOnly)
}
