/** One pod, by its slug or id, as the viewer may see it. */
import { type RawBuilder, sql } from 'kysely'
import { type Pod, type PodMember, podFaults } from '#contract/pods.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { lastSeqOf } from '../kernel/live/live.ts'
import { dateOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { notBlocked, withAdministratorMark } from '../members/members.ts'
import { CARD, type CardRow, cardOf, STANDING } from './card.ts'
import { formerUntilColumn, isMemberColumn, maySeeInside, maySeeMembers, memberSeenInPod, visiblePod } from './rules.ts'

/** Finds a pod by its slug, in any letter case, with spaces or hyphens. */
export async function getPod(ctx: Ctx, { slug }: { slug: string }): Promise<Pod> {
  // PostgreSQL accepts neither of the two, not even in a parameter
  if (slug.includes('\0') || !slug.isWellFormed()) refuse(podFaults.notFound)
  const asked = sql<boolean>`p.slug = slug_of(${slug}::text)`
  return (await findPod(ctx, asked)) ?? refuse(podFaults.notFound)
}

/** Returns the pod as it is after an operation. */
export const podById = async (ctx: Ctx, id: string): Promise<Pod> =>
  (await findPod(ctx, sql<boolean>`p.id = ${id}::uuid`)) ?? refuse(podFaults.notFound)

interface PodRow extends CardRow {
  creator_id: string | null
  creator_name: string | null
  former_until: Date | null
  seq: number
}

async function findPod(ctx: Ctx, which: RawBuilder<boolean>): Promise<Pod | null> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToPods)
  const { rows } = await sql<PodRow>`
    select ${CARD}, ${STANDING(viewer)}, c.id as creator_id, coalesce(c.display_name, c.username) as creator_name,
      case when not ${isMemberColumn(viewer)} then ${formerUntilColumn(viewer)} end as former_until,
      ${lastSeqOf('pod', sql`p.id`)} as seq
    from pods p left join groups g on g.id = p.group_id and g.status = 'approved'
      left join profiles c on c.id = p.creator_id and ${memberSeenInPod(viewer, sql`p.creator_id`)}
    where ${visiblePod(viewer)} and ${which}`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const creator = row.creator_id === null ? null : { id: row.creator_id, name: row.creator_name! }
  // read after the sequence number: a later event may be included already, but none is missed
  const { former_until } = row
  const seq = maySeeInside(row) ? row.seq : null
  return { ...cardOf(row), creator, members: await membersOf(ctx, row), former_until, seq }
}

/** At most twelve, in the order of joining. Members outside of the pod see names and pictures only. */
async function membersOf(ctx: Ctx, pod: CardRow): Promise<PodMember[]> {
  if (!maySeeMembers(pod)) return []
  const isInside = maySeeInside(pod)
  const { rows } = await sql<
    Omit<PodMember, 'joined_at' | 'is_administrator'> & { is_administrator: boolean; joined: number }
  >`
    select a.id, coalesce(a.display_name, a.username) as name, a.avatar_url, a.username, a.is_administrator,
      date_part('epoch', m.joined_at) * 1000 as joined
    from pod_members m join profiles a on a.id = m.user_id
    where m.pod_id = ${pod.id} and m.is_active and ${isInside ? sql`true` : notBlocked(ctx.viewer)}
    order by m.joined_at, m.id`.execute(ctx.db)
  return rows.map(({ id, name, avatar_url, username, is_administrator, joined }) => ({
    ...{ id, name, avatar_url, ...withAdministratorMark(is_administrator) },
    username: isInside ? username : null,
    joined_at: isInside ? dateOf(joined) : null,
  }))
}
