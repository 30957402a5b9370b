/** What can be reported, as a member sees it at this moment: nothing that is hidden from him, and one message of a room. */
import { type RawBuilder, sql } from 'kysely'
import type { Reading } from '#contract/admin.ts'
import type { ReportedKind } from '#contract/safety-words.ts'
import { visibleEvent } from '../events/events.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { notBlocked, type ViewerScope } from '../members/members.ts'
import { visiblePost } from '../posts/posts.ts'

export interface Thing extends Reading {
  author_id: string | null
  /** the page it stands on, where everybody may open that; null: an administrator need not see more than the thing itself */
  path: string | null
}

/** Null: it is not there, or not for him. */
export async function thingOf(ctx: Ctx, viewer: ViewerScope, kind: ReportedKind, id: string): Promise<Thing | null> {
  const { rows } = await sql<Thing>`${FIND[kind](viewer, id)}`.execute(ctx.db)
  return rows[0] ?? null
}

const isOpen = sql`(g.id is null or (g.is_public and g.status = 'approved'))`

const FIND: Record<ReportedKind, (viewer: ViewerScope, id: string) => RawBuilder<unknown>> = {
  post: (viewer, id) => sql`
    select p.author_id, p.title, p.content || coalesce((select string_agg(E'\n– ' || o.option_text, '' order by o.created_at)
        from poll_options o where o.post_id = p.id), '') as content,
      g.name as place, case when ${isOpen} then '/post/' || p.id end as path
    from posts p left join groups g on g.id = p.group_id where p.id = ${id} and ${visiblePost(viewer)}`,
  comment: (viewer, id) => sql`
    select k.author_id, p.title, k.content, g.name as place,
      case when ${isOpen} then '/post/' || p.id || '#comment-' || k.id end as path
    from comments k join posts p on p.id = k.post_id left join groups g on g.id = p.group_id
    where k.id = ${id} and k.removed_at is null and ${visiblePost(viewer)} and ${notBlocked(viewer, sql`k.author_id`)}`,
  // whoever is apart from him stays in the rooms of both
  message: (viewer, id) => sql`
    select m.user_id as author_id, null as title, m.content, r.name as place, null as path
    from pod_messages m join pods r on r.id = m.pod_id join pod_members i on i.pod_id = r.id
    where m.id = ${id} and r.status = 'active' and i.user_id = ${viewer.id}::uuid and i.is_active
    union all
    select m.user_id, null, m.content, r.name, null
    from group_messages m join groups r on r.id = m.group_id join group_members i on i.group_id = r.id
    where m.id = ${id} and r.status = 'approved' and i.user_id = ${viewer.id}::uuid`,
  profile: (viewer, id) => sql`
    select p.id as author_id, coalesce(p.display_name, p.username) as title, concat_ws(E'\n', p.bio, p.location) as content,
      null as place, '/user/' || p.username as path
    from profiles p join "user" u on u.id = p.id join profiles_private s on s.id = p.id
    where p.id = ${id} and (u."emailVerified" or s.signed_in_at is not null) and ${notBlocked(viewer, sql`p.id`)}`,
  event: (viewer, id) => sql`
    select e.user_id as author_id, e.title, concat_ws(E'\n', e.location, e.description) as content, g.name as place,
      case when ${isOpen} then '/event/' || e.id end as path
    from local_events e left join groups g on g.id = e.group_id where e.id = ${id} and ${visibleEvent(viewer)}`,
  event_comment: (viewer, id) => sql`
    select k.user_id as author_id, e.title, k.content, g.name as place, case when ${isOpen} then '/event/' || e.id end as path
    from event_comments k join local_events e on e.id = k.event_id left join groups g on g.id = e.group_id
    where k.id = ${id} and ${visibleEvent(viewer)} and ${notBlocked(viewer, sql`k.user_id`)}`,
}
