-- The room karma owns these functions (src/server/karma).
-- Promise: The figures of a member equal what is counted from the rows themselves (the view karma_recount). Triggers
-- write what changed into karma_changes; a job adds it up, so a vote never waits for a profile.
-- Writes: comments, karma_changes, karma_counts, member_seen, posts, profiles, user_achievements.
-- Reads: achievements, check_ins, comment_votes, connections, event_attended, group_members, groups, local_events, pod_members,
--   pod_messages, post_votes.
-- Triggers on: check_ins, comments, event_attended, group_members, groups, pod_members, posts, profiles.

-- Notes that the member has more or fewer posts, comments or kin.
create or replace function weigh_profile() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, posts, comments, kin) values (new.id,
    new.post_count - old.post_count, new.comment_count - old.comment_count, new.kin_count - old.kin_count);
  return null;
end $$;
create or replace trigger weigh_profile after update of post_count, comment_count, kin_count on profiles for each row
  when ((old.post_count, old.comment_count, old.kin_count) is distinct from (new.post_count, new.comment_count, new.kin_count))
  execute function weigh_profile();

-- Notes changed votes of a post that everyone sees. The author's own vote does not count.
create or replace function weigh_votes() returns trigger language plpgsql as $$
declare
  was integer := old.upvotes - old.downvotes - old.own_vote;
  is_ integer := new.upvotes - new.downvotes - new.own_vote;
begin
  insert into karma_changes (member_id, votes, liked) values (new.author_id, is_ - was, (is_ > 0)::int - (was > 0)::int);
  return null;
end $$;

-- A post is visible to everyone if `open_to` is the id of nobody (all zeros).
create or replace trigger weigh_votes after update of upvotes, downvotes, own_vote on posts for each row
  when (new.author_id is not null and old.open_to = new.open_to and new.open_to = '00000000-0000-0000-0000-000000000000'
    and old.upvotes - old.downvotes - old.own_vote <> new.upvotes - new.downvotes - new.own_vote)
  execute function weigh_votes();

-- Notes the votes of a post and its comments when the post becomes visible to everyone, stops being so, or is deleted. The
-- comments are locked in order of id, as a deletion does: a vote either commits before and is in the sum, or comes later
-- and sees the post as it is then. Runs before a delete, because the authors are not known afterwards.
create or replace function weigh_post() returns trigger language plpgsql as $$
declare
  post posts;
  way integer := -1;
begin
  if tg_op = 'DELETE' then post := old;
  elsif new.open_to = '00000000-0000-0000-0000-000000000000' then post := new; way := 1;
  else post := old;
  end if;
  with held as materialized (
    select k.author_id, k.removed_at, k.upvotes - k.downvotes - k.own_vote as votes from comments k
    where k.post_id = post.id order by k.id for update)
  insert into karma_changes (member_id, votes, liked, is_undone)
    select w.author_id, way * sum(w.votes), way * count(*) filter (where w.votes > 0),
      tg_op = 'DELETE' and w.author_id = post.author_id
    from (select post.author_id, post.upvotes - post.downvotes - post.own_vote as votes
      union all select h.author_id, h.votes from held h where h.removed_at is null) w
    where w.author_id is not null group by w.author_id
    having sum(w.votes) <> 0 or count(*) filter (where w.votes > 0) > 0;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;
create or replace trigger weigh_post_turned after update of open_to on posts for each row
  when ((old.open_to = '00000000-0000-0000-0000-000000000000') <> (new.open_to = '00000000-0000-0000-0000-000000000000'))
  execute function weigh_post();
create or replace trigger weigh_post_came after insert on posts for each row
  when (new.open_to = '00000000-0000-0000-0000-000000000000' and new.upvotes + new.downvotes > 0) execute function weigh_post();
create or replace trigger weigh_post_goes before delete on posts for each row
  when (old.open_to = '00000000-0000-0000-0000-000000000000') execute function weigh_post();

-- Notes changed votes of a comment below a post that everyone sees. If the post is deleted too, the post is already gone
-- here, and weigh_post has counted the comment.
create or replace function weigh_comment() returns trigger language plpgsql as $$
declare
  was integer := 0;
  is_ integer := 0;
begin
  if tg_op <> 'INSERT' and old.removed_at is null then was := old.upvotes - old.downvotes - old.own_vote; end if;
  if tg_op <> 'DELETE' and new.removed_at is null then is_ := new.upvotes - new.downvotes - new.own_vote; end if;
  if is_ = was then return null; end if;
  insert into karma_changes (member_id, votes, liked, is_undone)
    select case tg_op when 'DELETE' then old.author_id else new.author_id end, is_ - was, (is_ > 0)::int - (was > 0)::int,
      tg_op = 'DELETE'
    from posts p where p.id = case tg_op when 'DELETE' then old.post_id else new.post_id end
      and p.open_to = '00000000-0000-0000-0000-000000000000';
  return null;
end $$;
create or replace trigger weigh_comment after update of upvotes, downvotes, own_vote, removed_at on comments for each row
  when (new.author_id is not null) execute function weigh_comment();
create or replace trigger weigh_comment_came after insert on comments for each row
  when (new.author_id is not null and new.upvotes + new.downvotes > 0) execute function weigh_comment();
create or replace trigger weigh_comment_went after delete on comments for each row
  when (old.author_id is not null and old.upvotes + old.downvotes > 0) execute function weigh_comment();

-- Notes memberships of networks that everyone sees. The name of the trigger puts it after the number of members, which
-- locks the network: a change of its visibility is either finished and seen here, or comes later and sees this row.
create or replace function weigh_groups() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, groups)
    select w.user_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from weighed w join groups g on g.id = w.group_id and g.is_public and g.status = 'approved' group by w.user_id;
  return null;
end $$;
create or replace trigger weigh_came after insert on group_members referencing new table as weighed
  for each statement execute function weigh_groups();
create or replace trigger weigh_went after delete on group_members referencing old table as weighed
  for each statement execute function weigh_groups();

-- Notes who attended events that everyone sees. The caller locks the event, so the visibility of its network does not change.
create or replace function weigh_events() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, events)
    select w.user_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from weighed w join local_events e on e.id = w.event_id left join groups g on g.id = e.group_id
    where e.group_id is null or (g.is_public and g.status = 'approved') group by w.user_id;
  return null;
end $$;
create or replace trigger weigh_came after insert on event_attended referencing new table as weighed
  for each statement execute function weigh_events();
create or replace trigger weigh_went after delete on event_attended referencing old table as weighed
  for each statement execute function weigh_events();

-- Notes the memberships and attendances of a network that is made public or private, or is deleted. The caller holds
-- lock_group_exclusive, so nobody joins one of its events meanwhile.
create or replace function weigh_group() returns trigger language plpgsql as $$
declare
  way integer := case when tg_op = 'UPDATE' and new.is_public and new.status = 'approved' then 1 else -1 end;
begin
  insert into karma_changes (member_id, groups) select m.user_id, way from group_members m where m.group_id = old.id;
  insert into karma_changes (member_id, events) select a.user_id, way * count(*)
    from local_events e join event_attended a on a.event_id = e.id where e.group_id = old.id group by a.user_id;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;
create or replace trigger weigh_turned after update of is_public, status on groups for each row
  when ((old.is_public and old.status = 'approved') <> (new.is_public and new.status = 'approved'))
  execute function weigh_group();
create or replace trigger weigh_goes before delete on groups for each row
  when (old.is_public and old.status = 'approved') execute function weigh_group();

-- Notes active memberships of pods.
create or replace function weigh_pods() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into karma_changes (member_id, pods) select user_id, -count(*) from was where is_active group by user_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into karma_changes (member_id, pods) select user_id, count(*) from is_ where is_active group by user_id;
  end if;
  return null;
end $$;
create or replace trigger weigh_came after insert on pod_members referencing new table as is_
  for each statement execute function weigh_pods();
create or replace trigger weigh_went after delete on pod_members referencing old table as was
  for each statement execute function weigh_pods();
create or replace trigger weigh_changed after update on pod_members referencing old table as was new table as is_
  for each statement execute function weigh_pods();

-- Notes that the member has checked in with a pod. It is worth no points, because nobody outside of the pod may learn of it; but
-- his weeks and his achievements, which he alone sees, are counted again.
create or replace function weigh_check_in() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id) values (new.user_id);
  return null;
end $$;
create or replace trigger weigh_came after insert on check_ins for each row execute function weigh_check_in();

-- The figures counted from the rows: always the sum of karma_counts and karma_changes.
create or replace view karma_recount as
  select member_id, sum(posts)::int as posts, sum(comments)::int as comments, sum(kin)::int as kin, sum(groups)::int as groups,
    sum(pods)::int as pods, sum(events)::int as events, sum(votes)::int as votes, sum(liked)::int as liked
  from (
    select p.author_id as member_id, 1 as posts, 0 as comments, 0 as kin, 0 as groups, 0 as pods, 0 as events,
        p.upvotes - p.downvotes - p.own_vote as votes, (p.upvotes - p.downvotes - p.own_vote > 0)::int as liked
      from posts p where p.open_to = '00000000-0000-0000-0000-000000000000' and p.author_id is not null
    union all select k.author_id, 0, 1, 0, 0, 0, 0, k.upvotes - k.downvotes - k.own_vote,
        (k.upvotes - k.downvotes - k.own_vote > 0)::int
      from comments k join posts p on p.id = k.post_id
      where p.open_to = '00000000-0000-0000-0000-000000000000' and k.removed_at is null and k.author_id is not null
    union all select c.requester_id, 0, 0, 1, 0, 0, 0, 0, 0 from connections c where c.status = 'accepted'
    union all select c.addressee_id, 0, 0, 1, 0, 0, 0, 0, 0 from connections c where c.status = 'accepted'
    union all select m.user_id, 0, 0, 0, 1, 0, 0, 0, 0
      from group_members m join groups g on g.id = m.group_id where g.is_public and g.status = 'approved'
    union all select m.user_id, 0, 0, 0, 0, 1, 0, 0, 0 from pod_members m where m.is_active
    union all select a.user_id, 0, 0, 0, 0, 0, 1, 0, 0
      from event_attended a join local_events e on e.id = a.event_id left join groups g on g.id = e.group_id
      where e.group_id is null or (g.is_public and g.status = 'approved')
  ) each_ group by member_id;

-- Writes the five scores of these members' profiles from karma_counts. The caller has locked the profiles.
-- contract/karma-words.ts has the same weights.
create or replace function set_scores(members uuid[]) returns void language sql as $$
  update profiles p set content_score = s.content, social_score = s.social, community_score = s.community,
      total_gamification_score = s.content + s.social + s.community,
      community_karma = s.content + s.social + s.community + s.votes
    from (select k.member_id, 5 * (k.posts + k.comments) as content, 8 * k.kin as social,
        15 * k.groups + 15 * k.pods + 3 * k.events as community, k.votes from karma_counts k) s
    where s.member_id = p.id and p.id = any (members)
$$;

-- Counts everything again. For use while nobody writes: in a migration, or after bulk data was loaded past the triggers.
create or replace function recount_karma() returns void language plpgsql as $$
begin
  update posts p set own_vote = case when v.is_upvote then 1 else -1 end from post_votes v
    where v.post_id = p.id and v.user_id = p.author_id and p.own_vote <> case when v.is_upvote then 1 else -1 end;
  update comments k set own_vote = case when v.is_upvote then 1 else -1 end from comment_votes v
    where v.comment_id = k.id and v.user_id = k.author_id and k.own_vote <> case when v.is_upvote then 1 else -1 end;
  delete from karma_changes;
  update karma_counts set posts = 0, comments = 0, kin = 0, groups = 0, pods = 0, events = 0, votes = 0, liked = 0;
  insert into karma_counts (member_id, posts, comments, kin, groups, pods, events, votes, liked)
    select r.member_id, r.posts, r.comments, r.kin, r.groups, r.pods, r.events, r.votes, r.liked from karma_recount r
    on conflict (member_id) do update set posts = excluded.posts, comments = excluded.comments, kin = excluded.kin,
      groups = excluded.groups, pods = excluded.pods, events = excluded.events, votes = excluded.votes,
      liked = excluded.liked;
  perform set_scores(array(select member_id from karma_counts));
end $$;

-- Returns in how many of the last twelve weeks (Monday to Sunday, UTC, this week included) the member posted, commented,
-- attended an event, checked in or wrote in a pod. Each test is a range of an index, so the cost does not grow with what was written.
create or replace function steady_weeks(member uuid) returns integer language sql stable as $$
  select count(*)::int from generate_series(0, 11) as back (n)
    cross join lateral (select date_trunc('week', now() at time zone 'UTC') - make_interval(weeks => n) as monday) w
  where exists (select from posts p where p.author_id = member
      and date_trunc('week', p.created_at at time zone 'UTC') between w.monday and w.monday)
    or exists (select from comments k where k.author_id = member
      and k.created_at >= w.monday at time zone 'UTC' and k.created_at < (w.monday + interval '1 week') at time zone 'UTC')
    or exists (select from event_attended a where a.user_id = member and a.event_date >= w.monday::date
      and a.event_date < (w.monday + interval '1 week')::date)
    or exists (select from pod_messages m where m.user_id = member
      and m.created_at >= w.monday at time zone 'UTC' and m.created_at < (w.monday + interval '1 week') at time zone 'UTC')
    or exists (select from check_ins c where c.user_id = member
      and c.created_at >= w.monday at time zone 'UTC' and c.created_at < (w.monday + interval '1 week') at time zone 'UTC')
$$;

-- Returns how far these members have come in each metric of achievements.
create or replace function achievement_amounts(members uuid[]) returns table (member_id uuid, metric text, amount integer)
  language sql stable as $$
  select k.member_id, f.metric, f.amount from karma_counts k join profiles p on p.id = k.member_id
    cross join lateral (values ('posts', k.posts), ('comments', k.comments), ('kin', k.kin), ('groups', k.groups),
      ('pods', k.pods), ('events', k.events), ('votes', k.votes), ('liked', k.liked), ('karma', p.community_karma),
      ('weeks', k.weeks), ('days', extract(day from now() - p.created_at)::int),
      ('check_ins', (select count(*)::int from check_ins c where c.user_id = k.member_id))) f (metric, amount)
    where k.member_id = any (members)
$$;

-- Gives these members the achievements that their figures earn, permanently. Returns the members who got one. Rows are
-- inserted in order of id, so that two transactions for the same member cannot deadlock.
create or replace function award_by_figures(members uuid[]) returns uuid[] language plpgsql as $$
declare
  earners uuid[];
begin
  with earned as (
    insert into user_achievements (user_id, achievement_id)
    select f.member_id, a.id from achievement_amounts(members) f
      join achievements a on a.metric = f.metric and a.threshold <= f.amount
    where not exists (select from user_achievements u where u.user_id = f.member_id and u.achievement_id = a.id)
    order by f.member_id, a.id on conflict do nothing returning user_id)
  select coalesce(array_agg(distinct user_id), '{}') into earners from earned;
  return earners;
end $$;

-- The same after the weeks of these members were counted, which happens at most once a day for each member.
create or replace function award_achievements(members uuid[]) returns uuid[] language plpgsql as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  update karma_counts k set weeks = steady_weeks(k.member_id), weighed_on = today, is_due = false
    where k.member_id = any (members) and k.weighed_on is distinct from today;
  return award_by_figures(members);
end $$;

-- Returns what the member's own actions are worth. These points are not news to the member.
create or replace function own_points(posts bigint, comments bigint, groups bigint, pods bigint, events bigint) returns integer
  language sql immutable as $$ select (5 * (posts + comments) + 15 * (groups + pods) + 3 * events)::int $$;

-- Adds up the oldest `most` changes. Returns how many it took, and the members whose tabs must be told. The changes are
-- deleted in the same transaction, so each counts exactly once. A member whose profile is locked is left for the next run:
-- this waits for no other transaction. Points that come from the member's own actions also move the karma that the member
-- has seen, so that they never look like news.
-- Lock order: changes, profiles by id, counts, member_seen by id, topics by id.
create or replace function fold_karma(most integer, out taken integer, out told uuid[]) language plpgsql as $$
declare
  chosen bigint[];
  men uuid[];
  held uuid[];
  before integer[];
  earners uuid[];
  knowers uuid[];
  knows integer[];
  lowest integer[];
begin
  taken := 0;
  told := '{}';
  select array_agg(c.id), array_agg(distinct c.member_id) into chosen, men from (
    select id, member_id from karma_changes order by id limit most for update skip locked) c;
  if chosen is null then return; end if;
  select coalesce(array_agg(p.id), '{}'), array_agg(p.community_karma) into held, before from (
    select id, community_karma from profiles where id = any (men) order by id for no key update skip locked) p;
  with gone as (
      delete from karma_changes c where c.id = any (chosen)
        and (c.member_id = any (held) or not exists (select from profiles p where p.id = c.member_id)) returning c.*),
    added as (
      insert into karma_counts as k (member_id, posts, comments, kin, groups, pods, events, votes, liked, is_due)
      select g.member_id, sum(g.posts), sum(g.comments), sum(g.kin), sum(g.groups), sum(g.pods), sum(g.events), sum(g.votes),
        sum(g.liked), true from gone g where g.member_id = any (held) group by g.member_id order by g.member_id
      on conflict (member_id) do update set posts = k.posts + excluded.posts, comments = k.comments + excluded.comments,
        kin = k.kin + excluded.kin, groups = k.groups + excluded.groups, pods = k.pods + excluded.pods,
        events = k.events + excluded.events, votes = k.votes + excluded.votes, liked = k.liked + excluded.liked,
        is_due = k.weighed_on is distinct from (now() at time zone 'UTC')::date),
    -- in the order in which they were written: which points of others were left when the member took some back
    each_ as (
      select g.member_id, g.is_undone, own_points(g.posts, g.comments, g.groups, g.pods, g.events) + g.known as known,
        sum(g.votes + 8 * g.kin - g.known) over (partition by g.member_id order by g.id) as of_others
      from gone g where g.member_id = any (held)),
    each_member as (
      select member_id, sum(known)::int as known, min(of_others) filter (where is_undone)::int as low
      from each_ group by member_id)
  select (select count(*) from gone), array_agg(m.member_id), array_agg(m.known), array_agg(m.low)
    into taken, knowers, knows, lowest from each_member m where m.known <> 0 or m.low is not null;
  perform set_scores(held);
  if knowers is not null then
    perform from member_seen s where s.member_id = any (knowers) order by s.member_id for no key update;
    update member_seen s set karma = least(s.karma, b.karma + w.low) + w.known
      from unnest(knowers, knows, lowest) w (id, known, low) join unnest(held, before) b (id, karma) on b.id = w.id
      where s.member_id = w.id;
  end if;
  earners := award_by_figures(held);
  select coalesce(array_agg(distinct n.id), '{}') into told from (
    select t.id, tell('member:' || t.id, t.kind, null) from (
      select h.id, 'karma.changed' as kind from unnest(held, before) h (id, karma) join profiles p on p.id = h.id
        where p.community_karma <> h.karma
      union all select e.id, 'achievement.earned' from unnest(earners) e (id)
      order by id, kind) t) n;
end $$;

-- Counts the weeks of at most `most` members who are due. Returns how many were counted, and the members who earned an
-- achievement. It is separate from fold_karma because all members are due after midnight and the index pages are cold.
-- One process at a time does this. The weeks are counted before anything is locked. Lock order: profiles by id (key
-- share), then as in fold_karma.
create or replace function weigh_weeks(most integer, out weighed integer, out told uuid[]) language plpgsql as $$
declare
  men uuid[];
  found integer[];
  held uuid[];
  earners uuid[];
begin
  weighed := 0;
  told := '{}';
  if not pg_try_advisory_xact_lock(hashtextextended('weigh_weeks', 22)) then return; end if;
  select array_agg(d.member_id), array_agg(steady_weeks(d.member_id)) into men, found from (
    select k.member_id from karma_counts k where k.is_due order by k.member_id limit most) d;
  if men is null then return; end if;
  select coalesce(array_agg(p.id), '{}') into held from (
    select id from profiles where id = any (men) order by id for key share skip locked) p;
  perform from karma_counts k where k.member_id = any (held) order by k.member_id for no key update;
  update karma_counts k set weeks = w.weeks, weighed_on = (now() at time zone 'UTC')::date, is_due = false
    from unnest(men, found) w (id, weeks) where k.member_id = w.id and k.member_id = any (held);
  get diagnostics weighed = row_count;
  earners := award_by_figures(held);
  select coalesce(array_agg(e.id), '{}') into told from (
    select t.id, tell('member:' || t.id, 'achievement.earned', null) from (
      select e.id from unnest(earners) e (id) order by e.id) t) e;
end $$;
