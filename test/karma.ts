/** Karma recounted from the rows themselves, for tests to compare with what was added up. */
import { sql } from 'kysely'
import type { World } from './world.ts'

export interface Figures {
  posts: number
  comments: number
  kin: number
  groups: number
  pods: number
  events: number
  votes: number
  liked: number
}

/**
 * Members for whom the sum of what was added up and what is still to be added differs from a recount. One statement, so it sees
 * one snapshot while other transactions run. Votes are counted from the voters' rows, not from a tally.
 */
export async function karmaDrift({ db }: Pick<World, 'db'>): Promise<unknown[]> {
  const open = sql`p.open_to = '00000000-0000-0000-0000-000000000000'`
  const { rows } = await sql`
    with kept as (
      select member_id, sum(posts) as posts, sum(comments) as comments, sum(kin) as kin, sum(groups) as groups,
        sum(pods) as pods, sum(events) as events, sum(votes) as votes, sum(liked) as liked
      from (select member_id, posts, comments, kin, groups, pods, events, votes, liked from karma_counts
        union all select member_id, posts, comments, kin, groups, pods, events, votes, liked from karma_changes) t
      group by member_id),
    counted as (
      select m.id as member_id,
        (select count(*) from posts p where p.author_id = m.id and ${open}) as posts,
        (select count(*) from comments k join posts p on p.id = k.post_id
          where k.author_id = m.id and ${open} and k.removed_at is null) as comments,
        (select count(*) from connections c where c.status = 'accepted' and m.id in (c.requester_id, c.addressee_id)) as kin,
        (select count(*) from group_members i join groups g on g.id = i.group_id
          where i.user_id = m.id and g.is_public and g.status = 'approved') as groups,
        (select count(*) from pod_members q where q.user_id = m.id and q.is_active) as pods,
        (select count(*) from event_attended i join local_events e on e.id = i.event_id
          where i.user_id = m.id and e.begun_at is not null and e.cancelled_at is null and (e.group_id is null
            or exists (select from groups g where g.id = e.group_id and g.is_public and g.status = 'approved'))) as events,
        (select coalesce(sum(case when v.is_upvote then 1 else -1 end), 0) from posts p join post_votes v on v.post_id = p.id
          where p.author_id = m.id and v.user_id <> m.id and ${open})
        + (select coalesce(sum(case when v.is_upvote then 1 else -1 end), 0)
          from comments k join posts p on p.id = k.post_id join comment_votes v on v.comment_id = k.id
          where k.author_id = m.id and v.user_id <> m.id and ${open} and k.removed_at is null) as votes,
        (select count(*) from posts p where p.author_id = m.id and ${open} and 0 < (
          select sum(case when v.is_upvote then 1 else -1 end) from post_votes v where v.post_id = p.id and v.user_id <> m.id))
        + (select count(*) from comments k join posts p on p.id = k.post_id
          where k.author_id = m.id and ${open} and k.removed_at is null and 0 < (
            select sum(case when v.is_upvote then 1 else -1 end) from comment_votes v
            where v.comment_id = k.id and v.user_id <> m.id)) as liked
      from profiles m)
    select c.*, to_jsonb(k) as kept from counted c left join kept k using (member_id)
    where (c.posts, c.comments, c.kin, c.groups, c.pods, c.events, c.votes, c.liked) is distinct from
      (coalesce(k.posts, 0), coalesce(k.comments, 0), coalesce(k.kin, 0), coalesce(k.groups, 0), coalesce(k.pods, 0),
        coalesce(k.events, 0), coalesce(k.votes, 0), coalesce(k.liked, 0))`.execute(db)
  return rows
}

/** Members whose scores do not follow from their figures, after everything is added up. */
export async function scoreDrift({ db }: Pick<World, 'db'>): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, p.community_karma from profiles p left join karma_recount r on r.member_id = p.id
    cross join lateral (select 5 * coalesce(r.posts + r.comments, 0) as content, 8 * coalesce(r.kin, 0) as social,
      coalesce(15 * r.groups + 15 * r.pods + 3 * r.events, 0) as community, coalesce(r.votes, 0) as votes) s
    where (p.content_score, p.social_score, p.community_score, p.total_gamification_score, p.community_karma)
      <> (s.content, s.social, s.community, s.content + s.social + s.community, s.content + s.social + s.community + s.votes)`.execute(
    db,
  )
  return rows
}

/** Sets the beginning of the event to a moment ago; its attendees had joined before. */
export async function letBegin({ db }: Pick<World, 'db'>, { id }: { id: string }): Promise<void> {
  await hadSaidSo({ db }, { id })
  await sql`update local_events e set time_zone = 'UTC', event_date = t.at::date, event_time = date_trunc('minute', t.at)::time,
      end_time = null
    from (select now() at time zone 'UTC' - interval '1 minute' as at) t where e.id = ${id}`.execute(db)
}

/** Moves the time at which its attendees joined back by an hour. */
export const hadSaidSo = ({ db }: Pick<World, 'db'>, { id }: { id: string }) =>
  sql`update event_attendees set created_at = created_at - interval '1 hour' where event_id = ${id}`.execute(db)
