/**
 * Live count updates: sends the place and the id of a new item to the members whom it concerns. They are not numbered
 * and not stored: a tab that misses one finds the item when it reads its counts again. Whom it concerns is checked
 * after the commit, when the update is sent, so that no member learns of an item that he may not see.
 */
import { type Kysely, sql } from 'kysely'
import { BADGE, type BadgePlace, type Pulse } from '#contract/badge-words.ts'
import type { DB } from '#db/types.ts'
import { publicEvent } from '../events/events.ts'
import { membersAmong } from '../groups/groups.ts'
import type { Pulses } from '../kernel/live/live.ts'
import { postVisibleTo } from '../posts/posts.ts'

const NEW = ['new-post', 'new-message', 'new-event', 'new-comment']

interface Come {
  place: BadgePlace
  id: string
  author: string | null
  /** null: everybody except the author and members who are blocked from him */
  members: string[] | null
  apart: string[]
}

/** Returns the updates for the members who are connected here. Checks that the item is new: any process may notify. */
async function whom(db: Kysely<DB>, notified: Map<string, string[]>, here: string[]): Promise<Map<string, Pulse>> {
  const pulses = new Map<string, { [P in BadgePlace]?: string[] } & { seen?: true }>()
  const at = (member: string) => {
    const pulse = pulses.get(member) ?? {}
    pulses.set(member, pulse)
    return pulse
  }
  const connected = new Set(here)
  for (const member of notified.get('seen') ?? []) if (connected.has(member)) at(member).seen = true
  for (const { place, id, author, members, apart } of await cameOf(db, notified, here)) {
    const without = new Set([author, ...apart])
    for (const member of members ?? here) {
      if (without.has(member)) continue
      const pulse = at(member)
      const ids = pulse[place] ?? []
      pulse[place] = ids
      if (ids.length <= BADGE.most) ids.push(id)
    }
  }
  return pulses
}

async function cameOf(db: Kysely<DB>, notified: Map<string, string[]>, here: string[]): Promise<Come[]> {
  const ids = (kind: string) => sql`any(${notified.get(kind) ?? []}::uuid[])`
  if (!NEW.some((kind) => notified.has(kind))) return []
  const inGroup = (group: string) => sql`array(
${membersAmong(sql.ref(group), sql`${here}::uuid[]`)})`
  const isNew = (column: string) => sql`${sql.ref(column)} > now() - interval '1 minute'`
  const { rows } = await sql<Come>`
    select came.*, array(
      select b.blocked_id from blocks b where b.blocker_id = came.author and b.blocked_id = any(${here}::uuid[])
      union all select b.blocker_id from blocks b where b.blocked_id = came.author and b.blocker_id = any(${here}::uuid[])) as apart
    from (
      select 'feed' as place, p.id, p.author_id as author, case when p.group_id is not null then ${inGroup('p.group_id')} end as members
      from posts p where p.id = ${ids('new-post')} and p.removed_at is null and ${isNew('p.created_at')}
      union all select 'groups', m.id, m.user_id, ${inGroup('m.group_id')}
      from group_messages m where m.id = ${ids('new-message')} and ${isNew('m.created_at')}
      union all select 'local', e.id, e.user_id, case when not ${publicEvent} then ${inGroup('e.group_id')} end
      from local_events e where e.id = ${ids('new-event')} and e.cancelled_at is null and ${isNew('e.created_at')}
        and e.event_date <= (now() at time zone e.time_zone)::date + 7
      union all select 'profile', k.id, k.author_id, array[k.post_author_id]
      from comments k join posts p on p.id = k.post_id
      where k.id = ${ids('new-comment')} and k.removed_at is null and p.removed_at is null and ${isNew('k.created_at')}
        and k.post_author_id = any(${here}::uuid[]) and ${postVisibleTo(sql`k.post_author_id`)}) came`.execute(db)
  return rows
}

/** Each kind is notified after the commit by its name, as "new-post:…". */
export const pulses: Pulses = { kinds: [...NEW, 'seen'], to: 'member', whom }
