/** Finds the pods and networks of a member that have unread messages. */
import { sql } from 'kysely'
import type { WaitingRoom } from '#contract/day.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { memberships } from '../groups/groups.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { notBlocked } from '../members/members.ts'

interface UnreadRooms {
  rooms: WaitingRoom[]
  in_pod: boolean
  in_group: boolean
}

/** Only the last hundred messages of a room are counted, however old it is and however long the member was away. */
const MAX_COUNTED = 100

/**
 * Returns the latest room first. Messages of a network from before the member last opened his networks do not count, as
 * in their badge. Nor do messages from before he joined, in a pod or in a network that he has joined since.
 */
export async function unreadRooms(ctx: Ctx, most: number): Promise<UnreadRooms> {
  const viewer = mustBeMember(ctx, SAY_ROOMS.signInToChat)
  // what a man has done himself is not new to him, also if it is only a line about the rounds
  const speaker = { group: sql`m.user_id`, pod: sql`coalesce(m.user_id, m.noted_by)` }
  const waitingIn = (room: 'pod' | 'group') => sql`
    select r.room, r.id, r.name, r.slug, n.unread, n.latest from rooms r cross join lateral (
      select count(*)::int as unread, max(m.created_at) as latest from (
        select ${speaker[room]} as user_id, m.user_id as author_id, m.created_at from ${sql.table(`${room}_messages`)} m
        where m.${sql.ref(`${room}_id`)} = r.id and m.seq > r.read order by m.seq desc limit ${sql.lit(MAX_COUNTED)}) m
      where m.created_at > r.since and m.user_id is distinct from ${viewer.id}::uuid
        and ${notBlocked(viewer, sql`m.author_id`)}) n
    where r.room = ${sql.lit(room)} and n.unread > 0`
  const { rows } = await sql<{ in_pod: boolean; in_group: boolean; rooms: WaitingRoom[] }>`
    with rooms as materialized (
      select 'group' as room, g.id, g.name, g.slug, coalesce(c.seq, 0) as read,
        greatest(m.joined_at, coalesce(s.groups_at, now())) as since
      from ${memberships}
        left join chat_reads c on c.user_id = m.user_id and c.topic = 'group:' || g.id
        left join member_seen s on s.member_id = m.user_id
      where m.user_id = ${viewer.id}::uuid and g.status = 'approved'
      union all
      select 'pod', p.id, p.name, p.slug, coalesce(c.seq, 0), k.joined_at
      from pod_members k join pods p on p.id = k.pod_id
        left join chat_reads c on c.user_id = k.user_id and c.topic = 'pod:' || p.id
      where k.user_id = ${viewer.id}::uuid and k.is_active and p.status = 'active')
    select exists (select from rooms where room = 'pod') as in_pod,
      exists (select from rooms where room = 'group') as in_group,
      coalesce((select json_agg(json_build_object('room', w.room, 'id', w.id, 'name', w.name, 'slug', w.slug,
          'unread', w.unread) order by w.latest desc, w.id)
        from (${waitingIn('pod')} union all ${waitingIn('group')} order by latest desc, id limit ${sql.lit(most)}) w),
        '[]') as rooms`.execute(ctx.db)
  return rows[0]!
}
