/** What is told of a network while somebody looks: to its members who comes and goes, to its admins who asks, to whoever asked the answer. */

import { type Kysely, sql } from 'kysely'
import type { GroupMember, MembershipEvent } from '#contract/groups.ts'
import { MEMBERSHIP_EVENTS, type MembershipEventKind, topicOf } from '#contract/live-words.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { TopicEvent } from '../kernel/live/live.ts'
import { AUTHOR_COLUMNS, apartFrom, authorOf, memberTopic, neitherBlocked } from '../members/members.ts'

const TOLD: readonly string[] = MEMBERSHIP_EVENTS
/** So many admins are told of a request; the others see it when they look. */
const ADMINS = 50

export const groupTopic = (id: string) => topicOf('group', id)

/** In the deed's transaction, after the network's row is held; its topic is rung after the commit. */
export async function tellGroup({ db }: Ctx, group: string, kind: MembershipEventKind, member: string): Promise<void> {
  await sql`select tell(${groupTopic(group)}, ${kind}, ${member}::uuid)`.execute(db)
}

/**
 * Whoever asked and the admins, each on a topic of his own, by id: two deeds do not wait for each other. To an admin who is
 * apart from him he says nothing. Answers the topics to ring.
 */
export async function tellRequest(
  { db }: Ctx,
  kind: 'group_request.sent' | 'group_request.answered',
  { group, requester }: { group: string; requester: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select one.id, tell('member:' || one.id, ${kind}, ${group}::uuid) from (
      select ${requester}::uuid as id
      union select user_id from (select m.user_id from group_members m where m.group_id = ${group}::uuid and m.role = 'admin'
        and ${neitherBlocked(sql`m.user_id`, sql`${requester}::uuid`)} order by m.joined_at, m.user_id limit ${sql.lit(ADMINS)}) a
      order by id) one`.execute(db)
  return rows.map(({ id }) => memberTopic(id))
}

/** To whom it was done: he looks at the network perhaps, and hears its own topic no more. Told last: a topic of one member. */
export async function tellTakenOut({ db }: Ctx, group: string, member: string): Promise<void> {
  await sql`select tell(${memberTopic(member)}, 'group.taken_out', ${group}::uuid)`.execute(db)
}

export interface MemberRow {
  joined_at: Date
  role: 'member' | 'admin'
  author_id: string
  author_username: string
  author_display_name: string | null
  author_avatar_url: string | null
  author_location: string | null
  author_is_administrator: boolean | null
}

export const memberOf = (row: MemberRow): GroupMember => ({
  user: authorOf(row)!,
  role: row.role,
  joined_at: row.joined_at,
})

/** For all who hear of it at once: how many there are now, and the row of whoever came, as the list has it. */
export async function showMembershipEvents(
  db: Kysely<DB>,
  id: string,
  events: TopicEvent[],
): Promise<Map<number, MembershipEvent>> {
  const told = events.filter(({ kind }) => TOLD.includes(kind))
  if (told.length === 0) return new Map()
  const { rows } = await sql<MemberRow & { member_count: number }>`
    select g.member_count, m.joined_at, m.role, ${AUTHOR_COLUMNS}
    from groups g left join group_members m on m.group_id = g.id
        and m.user_id = any(${told.flatMap(({ subject }) => subject ?? [])}::uuid[])
      left join profiles a on a.id = m.user_id
    where g.id = ${id}::uuid`.execute(db)
  const { member_count } = rows[0] ?? { member_count: 0 }
  const members = new Map(rows.filter((row) => row.author_id !== null).map((row) => [row.author_id, memberOf(row)]))
  return new Map(told.map(({ seq, subject }) => [seq, { member_count, member: members.get(subject ?? '') ?? null }]))
}

/** Who comes and goes is not told to whom he is apart from: their list is without him, too. */
export async function hideMembershipEvents(db: Kysely<DB>, events: TopicEvent[], members: string[]) {
  const told = events.filter(({ kind }) => TOLD.includes(kind))
  const apart = await apartFrom(db, [...new Set(told.flatMap(({ subject }) => subject ?? []))], members)
  return new Map(
    told.flatMap(({ seq, subject }): [number, Set<string>][] => {
      const from = apart.get(subject ?? '')
      return from ? [[seq, from]] : []
    }),
  )
}
