/** What listeners of a network's topic see of members who join and leave, and from whom it is hidden. */

import { type Kysely, sql } from 'kysely'
import type { GroupMember, MembershipEvent } from '#contract/groups.ts'
import { MEMBERSHIP_EVENTS } from '#contract/live-words.ts'
import type { DB } from '#db/types.ts'
import type { TopicEvent } from '../kernel/live/live.ts'

import { AUTHOR_COLUMNS, apartFrom, authorOf } from '../members/members.ts'

const SHOWN_KINDS: readonly string[] = MEMBERSHIP_EVENTS

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

/** For all listeners: the member count now, and the row of the member who joined, as in the list. */
export async function showMembershipEvents(
  db: Kysely<DB>,
  id: string,
  events: TopicEvent[],
): Promise<Map<number, MembershipEvent>> {
  const shown = events.filter(({ kind }) => SHOWN_KINDS.includes(kind))
  if (shown.length === 0) return new Map()
  const { rows } = await sql<MemberRow & { member_count: number }>`
    select g.member_count, m.joined_at, m.role, ${AUTHOR_COLUMNS}
    from groups g left join group_members m on m.group_id = g.id
        and m.user_id = any(${shown.flatMap(({ subject }) => subject ?? [])}::uuid[])
      left join profiles a on a.id = m.user_id
    where g.id = ${id}::uuid`.execute(db)
  const { member_count } = rows[0] ?? { member_count: 0 }
  const members = new Map(rows.filter((row) => row.author_id !== null).map((row) => [row.author_id, memberOf(row)]))
  return new Map(shown.map(({ seq, subject }) => [seq, { member_count, member: members.get(subject ?? '') ?? null }]))
}

/** Hides joining and leaving from blocked members; their list does not contain the member either. */
export async function hideMembershipEvents(db: Kysely<DB>, events: TopicEvent[], members: string[]) {
  const shown = events.filter(({ kind }) => SHOWN_KINDS.includes(kind))
  const apart = await apartFrom(db, [...new Set(shown.flatMap(({ subject }) => subject ?? []))], members)
  return new Map(
    shown.flatMap(({ seq, subject }): [number, Set<string>][] => {
      const from = apart.get(subject ?? '')
      return from ? [[seq, from]] : []
    }),
  )
}
