/**
 * Compares every stored count with the rows that it counts. For the proof of a backup, and for an operator who wonders. Reads
 * whole tables: minutes in a large community.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Posts that count everywhere: not removed, and in no private network. */
const OPEN = sql`p.removed_at is null
  and (p.group_id is null or exists (select from groups g where g.id = p.group_id and g.is_public))`

/** Each selects `id`, `stored` and `counted` of every row with a count. */
const COUNTS = {
  'comments of posts': sql`select p.id, p.comment_count as stored, coalesce(k.n, 0) as counted from posts p
    left join (select post_id, count(*) as n from comments group by post_id) k on k.post_id = p.id`,
  'up votes of posts': sql`select p.id, p.upvotes as stored, coalesce(v.n, 0) as counted from posts p
    left join (select post_id, count(*) as n from post_votes where is_upvote group by post_id) v on v.post_id = p.id`,
  'down votes of posts': sql`select p.id, p.downvotes as stored, coalesce(v.n, 0) as counted from posts p
    left join (select post_id, count(*) as n from post_votes where not is_upvote group by post_id) v on v.post_id = p.id`,
  'up votes of comments': sql`select k.id, k.upvotes as stored, coalesce(v.n, 0) as counted from comments k
    left join (select comment_id, count(*) as n from comment_votes where is_upvote group by comment_id) v on v.comment_id = k.id`,
  'down votes of comments': sql`select k.id, k.downvotes as stored, coalesce(v.n, 0) as counted from comments k
    left join (select comment_id, count(*) as n from comment_votes where not is_upvote group by comment_id) v
      on v.comment_id = k.id`,
  'votes of polls': sql`select o.id, o.vote_count as stored, coalesce(v.n, 0) as counted from poll_options o
    left join (select option_id, count(*) as n from poll_votes group by option_id) v on v.option_id = o.id`,
  'posts of categories': sql`select c.id, c.post_count as stored, coalesce(p.n, 0) as counted from categories c
    left join (select p.category_id, count(*) as n from posts p where ${OPEN} group by p.category_id) p on p.category_id = c.id`,
  'posts of members': sql`select a.id, a.post_count as stored, coalesce(p.n, 0) as counted from profiles a
    left join (select p.author_id, count(*) as n from posts p where ${OPEN} group by p.author_id) p on p.author_id = a.id`,
  'comments of members': sql`select a.id, a.comment_count as stored, coalesce(k.n, 0) as counted from profiles a
    left join (select k.author_id, count(*) as n from comments k join posts p on p.id = k.post_id
      where k.removed_at is null and ${OPEN} group by k.author_id) k on k.author_id = a.id`,
  'kin of members': sql`select a.id, a.kin_count as stored, coalesce(k.n, 0) as counted from profiles a
    left join (select m.id, count(*) as n from connections c cross join lateral (values (c.requester_id), (c.addressee_id)) m (id)
      where c.status = 'accepted' group by m.id) k on k.id = a.id`,
  'members of networks': sql`select g.id, g.member_count as stored, coalesce(m.n, 0) as counted from groups g
    left join (select group_id, count(*) as n from group_members group by group_id) m on m.group_id = g.id`,
  'members of pods': sql`select p.id, p.current_members as stored, coalesce(m.n, 0) as counted from pods p
    left join (select pod_id, count(*) as n from pod_members where is_active group by pod_id) m on m.pod_id = p.id`,
  'attendees of events': sql`select e.id, e.attendees_count as stored, coalesce(a.n, 0) as counted from local_events e
    left join (select event_id, count(*) as n from event_attendees group by event_id) a on a.event_id = e.id`,
  'members of places': sql`select coalesce(c.cell, s.cell) as id, coalesce(c.members, 0) as stored, coalesce(s.n, 0) as counted
    from local_cells c
    full join (select cell, count(*) as n from profiles_private where cell is not null group by cell) s on s.cell = c.cell`,
}

export interface Recount {
  /** "comments of posts" */
  name: string
  /** rows with a count */
  rows: number
  /** rows whose count is not that of their rows */
  wrong: number
}

export async function recount(db: Kysely<DB>): Promise<Recount[]> {
  const found: Recount[] = []
  for (const [name, query] of Object.entries(COUNTS)) {
    const { rows } = await sql<{ rows: number; wrong: number }>`
      select count(*)::int as rows, (count(*) filter (where stored <> counted))::int as wrong from (${query}) c`.execute(
      db,
    )
    found.push({ name, ...rows[0]! })
  }
  return found
}
