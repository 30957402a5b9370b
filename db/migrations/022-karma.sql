-- Karma (R-20): from the facts, taken back with them, and equal to a recount at any time (docs/decisions/021). The deed's own
-- transaction writes down what changes and for whom; a job adds it up. Nobody who votes waits for the author's row.

-- What of a post's or comment's tally is its author's own vote: karma is the votes of others. In the row itself, so that what
-- a row is worth can be told from it alone, by whoever holds it.
alter table posts add column own_vote smallint not null default 0 check (own_vote between -1 and 1);
alter table comments add column own_vote smallint not null default 0 check (own_vote between -1 and 1);

create or replace function cast_post_vote(voter uuid, target uuid, direction text)
  returns table (upvotes integer, downvotes integer) language plpgsql as $$
declare
  before boolean;
  after boolean := case direction when 'up' then true when 'down' then false end;
begin
  perform pg_advisory_xact_lock(hashtextextended(voter::text || target::text, 0));
  select v.is_upvote into before from post_votes v where v.user_id = voter and v.post_id = target;
  if before is not distinct from after then
    return query select p.upvotes, p.downvotes from posts p where p.id = target;
    return;
  end if;
  perform hold_post(target);
  if after is null then
    delete from post_votes v where v.user_id = voter and v.post_id = target;
  elsif before is null then
    insert into post_votes (post_id, user_id, is_upvote) values (target, voter, after);
  else
    update post_votes v set is_upvote = after where v.user_id = voter and v.post_id = target;
  end if;
  insert into facts (kind, actor_id, data)
    values ('vote.cast', voter, jsonb_build_object('post_id', target, 'direction', direction));
  return query update posts p set
      upvotes = p.upvotes + (after is true)::int - (before is true)::int,
      downvotes = p.downvotes + (after is false)::int - (before is false)::int,
      own_vote = case when p.author_id = voter then (after is true)::int - (after is false)::int else p.own_vote end
    where p.id = target returning p.upvotes, p.downvotes;
  if not found then raise foreign_key_violation using message = 'the target has gone'; end if;
end $$;

create or replace function cast_comment_vote(voter uuid, target uuid, direction text)
  returns table (upvotes integer, downvotes integer) language plpgsql as $$
declare
  before boolean;
  after boolean := case direction when 'up' then true when 'down' then false end;
begin
  perform pg_advisory_xact_lock(hashtextextended(voter::text || target::text, 0));
  select v.is_upvote into before from comment_votes v where v.user_id = voter and v.comment_id = target;
  if before is not distinct from after then
    return query select k.upvotes, k.downvotes from comments k where k.id = target;
    return;
  end if;
  perform from comments k where k.id = target for key share;
  if after is null then
    delete from comment_votes v where v.user_id = voter and v.comment_id = target;
  elsif before is null then
    insert into comment_votes (comment_id, user_id, is_upvote) values (target, voter, after);
  else
    update comment_votes v set is_upvote = after where v.user_id = voter and v.comment_id = target;
  end if;
  insert into facts (kind, actor_id, data)
    values ('comment_vote.cast', voter, jsonb_build_object('comment_id', target, 'direction', direction));
  return query update comments k set
      upvotes = k.upvotes + (after is true)::int - (before is true)::int,
      downvotes = k.downvotes + (after is false)::int - (before is false)::int,
      own_vote = case when k.author_id = voter then (after is true)::int - (after is false)::int else k.own_vote end
    where k.id = target returning k.upvotes, k.downvotes;
  if not found then raise foreign_key_violation using message = 'the target has gone'; end if;
end $$;

-- The figures of which karma is made. Everyone sees karma, so only what everyone sees is in it (R-35): `posts`, `comments`
-- and `kin` are those of his profile; `votes` is what others gave to what he wrote there, `liked` how much of it has a score
-- above 0; `groups` are open networks, `events` those that take place, in no network or in an open one. Who is in a pod every member
-- may see: all of them count.
create table karma_counts (
  member_id uuid primary key references profiles (id) on delete cascade,
  posts integer not null default 0,
  comments integer not null default 0,
  kin integer not null default 0,
  groups integer not null default 0,
  pods integer not null default 0,
  events integer not null default 0,
  votes integer not null default 0,
  liked integer not null default 0,
  -- of the last twelve, those in which he was here, as they were counted on that day
  weeks integer not null default 0,
  weighed_on date,
  -- something of his was added up, and his weeks were not counted on that day
  is_due boolean not null default false
) with (fillfactor = 80);
create index karma_counts_due on karma_counts (member_id) where is_due;

-- What is still to be added. Without a foreign key: a vote would lock the author's profile; what is left of somebody who has
-- gone is thrown away. Rows live for a second: what they leave behind is swept early, wherever the table stands.
create table karma_changes (
  id bigint generated always as identity primary key,
  member_id uuid not null,
  posts integer not null default 0,
  comments integer not null default 0,
  kin integer not null default 0,
  groups integer not null default 0,
  pods integer not null default 0,
  events integer not null default 0,
  votes integer not null default 0,
  liked integer not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
-- their scores are written every second or so
alter table profiles set (fillfactor = 90);

create function weigh_profile() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, posts, comments, kin) values (new.id,
    new.post_count - old.post_count, new.comment_count - old.comment_count, new.kin_count - old.kin_count);
  return null;
end $$;
create trigger weigh_profile after update of post_count, comment_count, kin_count on profiles for each row
  when ((old.post_count, old.comment_count, old.kin_count) is distinct from (new.post_count, new.comment_count, new.kin_count))
  execute function weigh_profile();

create function weigh_votes() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, votes, liked) values (new.author_id,
    new.upvotes - new.downvotes - new.own_vote - (old.upvotes - old.downvotes - old.own_vote),
    (new.upvotes > new.downvotes)::int - (old.upvotes > old.downvotes)::int);
  return null;
end $$;
-- `open_to` alone says whether everyone sees a post: this is the id of nobody (migration 017).
create trigger weigh_votes after update of upvotes, downvotes, own_vote on posts for each row
  when (new.author_id is not null and old.open_to = new.open_to and new.open_to = '00000000-0000-0000-0000-000000000000'
    and (old.upvotes - old.downvotes - old.own_vote, old.upvotes > old.downvotes)
      is distinct from (new.upvotes - new.downvotes - new.own_vote, new.upvotes > new.downvotes))
  execute function weigh_votes();

-- A post that appears to everyone or disappears takes its comments along. They are held, by id, as for a deletion (which would
-- else wait for a voter who waits for it): whoever votes on one of them
-- has ended, and his vote is in the sum, or comes later and finds the post as it is then. Before a deletion, because
-- afterwards nobody knows whose they were.
create function weigh_post() returns trigger language plpgsql as $$
declare
  post posts;
  way integer := -1;
begin
  if tg_op = 'DELETE' then post := old;
  elsif new.open_to = '00000000-0000-0000-0000-000000000000' then post := new; way := 1;
  else post := old;
  end if;
  with held as materialized (
    select k.author_id, k.removed_at, k.upvotes, k.downvotes, k.own_vote from comments k
    where k.post_id = post.id order by k.id for update)
  insert into karma_changes (member_id, votes, liked)
    select w.author_id, way * sum(w.upvotes - w.downvotes - w.own_vote), way * count(*) filter (where w.upvotes > w.downvotes)
    from (select post.author_id, post.upvotes, post.downvotes, post.own_vote
      union all select h.author_id, h.upvotes, h.downvotes, h.own_vote from held h where h.removed_at is null) w
    where w.author_id is not null group by w.author_id
    having sum(w.upvotes - w.downvotes - w.own_vote) <> 0 or count(*) filter (where w.upvotes > w.downvotes) > 0;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;
create trigger weigh_post_turned after update of open_to on posts for each row
  when ((old.open_to = '00000000-0000-0000-0000-000000000000') <> (new.open_to = '00000000-0000-0000-0000-000000000000'))
  execute function weigh_post();
create trigger weigh_post_came after insert on posts for each row
  when (new.open_to = '00000000-0000-0000-0000-000000000000' and new.upvotes + new.downvotes > 0) execute function weigh_post();
create trigger weigh_post_goes before delete on posts for each row
  when (old.open_to = '00000000-0000-0000-0000-000000000000') execute function weigh_post();

-- Below a post that everyone sees. One that goes with its post finds none: that was told with the post.
create function weigh_comment() returns trigger language plpgsql as $$
declare
  was record;
  is_ record;
begin
  select 0 as votes, 0 as liked into was;
  is_ := was;
  if tg_op <> 'INSERT' and old.removed_at is null then
    select old.upvotes - old.downvotes - old.own_vote as votes, (old.upvotes > old.downvotes)::int as liked into was;
  end if;
  if tg_op <> 'DELETE' and new.removed_at is null then
    select new.upvotes - new.downvotes - new.own_vote as votes, (new.upvotes > new.downvotes)::int as liked into is_;
  end if;
  if is_ = was then return null; end if;
  insert into karma_changes (member_id, votes, liked)
    select case tg_op when 'DELETE' then old.author_id else new.author_id end, is_.votes - was.votes, is_.liked - was.liked
    from posts p where p.id = case tg_op when 'DELETE' then old.post_id else new.post_id end
      and p.open_to = '00000000-0000-0000-0000-000000000000';
  return null;
end $$;
create trigger weigh_comment after update of upvotes, downvotes, own_vote, removed_at on comments for each row
  when (new.author_id is not null) execute function weigh_comment();
create trigger weigh_comment_came after insert on comments for each row
  when (new.author_id is not null and new.upvotes + new.downvotes > 0) execute function weigh_comment();
create trigger weigh_comment_went after delete on comments for each row
  when (old.author_id is not null and old.upvotes + old.downvotes > 0) execute function weigh_comment();

-- Of open networks. After the number of members (triggers run by their names), which holds the network's row: whoever opens
-- or shuts it has ended, and this sees it as it is then, or comes later and sees this.
create function weigh_groups() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, groups)
    select w.user_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from weighed w join groups g on g.id = w.group_id and g.is_public and g.status = 'approved' group by w.user_id;
  return null;
end $$;
create trigger weigh_came after insert on group_members referencing new table as weighed
  for each statement execute function weigh_groups();
create trigger weigh_went after delete on group_members referencing old table as weighed
  for each statement execute function weigh_groups();

-- Of events that take place. After the number of those who come, which holds the event: whoever cancels it has ended, or waits.
create function weigh_events() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, events)
    select w.user_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from weighed w join local_events e on e.id = w.event_id left join groups g on g.id = e.group_id
    where e.cancelled_at is null and (e.group_id is null or (g.is_public and g.status = 'approved')) group by w.user_id;
  return null;
end $$;
create trigger weigh_came after insert on event_attendees referencing new table as weighed
  for each statement execute function weigh_events();
create trigger weigh_went after delete on event_attendees referencing old table as weighed
  for each statement execute function weigh_events();
-- What is cancelled nobody has attended. Before a deletion, as with posts; the network's events go with the network.
create function weigh_event() returns trigger language plpgsql as $$
declare
  way integer := case when tg_op = 'UPDATE' and new.cancelled_at is null then 1 else -1 end;
begin
  insert into karma_changes (member_id, events) select a.user_id, way from event_attendees a
    where a.event_id = old.id and (old.group_id is null or exists (
      select from groups g where g.id = old.group_id and g.is_public and g.status = 'approved'));
  return old;
end $$;
create trigger weigh_cancelled after update of cancelled_at on local_events for each row
  when ((old.cancelled_at is null) <> (new.cancelled_at is null)) execute function weigh_event();
create trigger weigh_goes before delete on local_events for each row
  when (old.cancelled_at is null) execute function weigh_event();

-- A network that is opened or shut, with who is in it and who comes to its events; whoever turns it holds it alone first
-- (hold_group_alone), so that nobody comes to one meanwhile.
create function weigh_group() returns trigger language plpgsql as $$
declare
  way integer := case when tg_op = 'UPDATE' and new.is_public and new.status = 'approved' then 1 else -1 end;
begin
  insert into karma_changes (member_id, groups) select m.user_id, way from group_members m where m.group_id = old.id;
  insert into karma_changes (member_id, events) select a.user_id, way * count(*)
    from local_events e join event_attendees a on a.event_id = e.id
    where e.group_id = old.id and e.cancelled_at is null group by a.user_id;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;
create trigger weigh_turned after update of is_public, status on groups for each row
  when ((old.is_public and old.status = 'approved') <> (new.is_public and new.status = 'approved'))
  execute function weigh_group();
create trigger weigh_goes before delete on groups for each row
  when (old.is_public and old.status = 'approved') execute function weigh_group();

create function weigh_pods() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into karma_changes (member_id, pods) select user_id, -count(*) from was where is_active group by user_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into karma_changes (member_id, pods) select user_id, count(*) from is_ where is_active group by user_id;
  end if;
  return null;
end $$;
create trigger weigh_came after insert on pod_members referencing new table as is_
  for each statement execute function weigh_pods();
create trigger weigh_went after delete on pod_members referencing old table as was
  for each statement execute function weigh_pods();
create trigger weigh_changed after update on pod_members referencing old table as was new table as is_
  for each statement execute function weigh_pods();

-- The same from the rows themselves: what karma_counts and karma_changes together always are.
create view karma_recount as
  select member_id, sum(posts)::int as posts, sum(comments)::int as comments, sum(kin)::int as kin, sum(groups)::int as groups,
    sum(pods)::int as pods, sum(events)::int as events, sum(votes)::int as votes, sum(liked)::int as liked
  from (
    select p.author_id as member_id, 1 as posts, 0 as comments, 0 as kin, 0 as groups, 0 as pods, 0 as events,
        p.upvotes - p.downvotes - p.own_vote as votes, (p.upvotes > p.downvotes)::int as liked
      from posts p where p.open_to = '00000000-0000-0000-0000-000000000000' and p.author_id is not null
    union all select k.author_id, 0, 1, 0, 0, 0, 0, k.upvotes - k.downvotes - k.own_vote, (k.upvotes > k.downvotes)::int
      from comments k join posts p on p.id = k.post_id
      where p.open_to = '00000000-0000-0000-0000-000000000000' and k.removed_at is null and k.author_id is not null
    union all select c.requester_id, 0, 0, 1, 0, 0, 0, 0, 0 from connections c where c.status = 'accepted'
    union all select c.addressee_id, 0, 0, 1, 0, 0, 0, 0, 0 from connections c where c.status = 'accepted'
    union all select m.user_id, 0, 0, 0, 1, 0, 0, 0, 0
      from group_members m join groups g on g.id = m.group_id where g.is_public and g.status = 'approved'
    union all select m.user_id, 0, 0, 0, 0, 1, 0, 0, 0 from pod_members m where m.is_active
    union all select a.user_id, 0, 0, 0, 0, 0, 1, 0, 0
      from event_attendees a join local_events e on e.id = a.event_id left join groups g on g.id = e.group_id
      where e.cancelled_at is null and (e.group_id is null or (g.is_public and g.status = 'approved'))
  ) each_ group by member_id;

-- The five numbers of these members' profiles; whoever calls holds their rows.
create function set_scores(members uuid[]) returns void language sql as $$
  update profiles p set content_score = s.content, social_score = s.social, community_score = s.community,
      total_gamification_score = s.content + s.social + s.community,
      community_karma = s.content + s.social + s.community + s.votes
    from (select k.member_id, 5 * (k.posts + k.comments) as content, 8 * k.kin as social,
        15 * k.groups + 15 * k.pods + 3 * k.events as community, k.votes from karma_counts k) s
    where s.member_id = p.id and p.id = any (members)
$$;

-- For when rows were written past the triggers, and nobody else writes: after a migration, after a bulk seed.
create function recount_karma() returns void language plpgsql as $$
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

-- Weeks (from Monday, in UTC) of the last twelve, this one included, in which he posted, commented, attended or wrote in a
-- pod. By ranges, so that each is a look into an index, however much he has written.
create function steady_weeks(member uuid) returns integer language sql stable as $$
  select count(*)::int from generate_series(0, 11) as back (n)
    cross join lateral (select date_trunc('week', now() at time zone 'UTC') - make_interval(weeks => n) as monday) w
  where exists (select from posts p where p.author_id = member
      and date_trunc('week', p.created_at at time zone 'UTC') between w.monday and w.monday)
    or exists (select from comments k where k.author_id = member
      and k.created_at >= w.monday at time zone 'UTC' and k.created_at < (w.monday + interval '1 week') at time zone 'UTC')
    or exists (select from event_attendees a where a.user_id = member and a.event_date >= w.monday::date
      and a.event_date < (w.monday + interval '1 week')::date and a.event_date <= (now() at time zone 'UTC')::date)
    or exists (select from pod_messages m where m.user_id = member
      and m.created_at >= w.monday at time zone 'UTC' and m.created_at < (w.monday + interval '1 week') at time zone 'UTC')
$$;
-- By its week: no list can mistake it for an order that it wants.
create index posts_of_author_by_week on posts (author_id, date_trunc('week', created_at at time zone 'UTC'));
drop index pod_messages_of;
create index pod_messages_of on pod_messages (user_id, created_at);

-- Achievements (R-21). They stand in the base seed.
create table achievements (
  id uuid primary key,
  name text not null unique check (char_length(name) between 1 and 60),
  description text not null check (char_length(description) between 1 and 200),
  badge_emoji text not null check (char_length(badge_emoji) between 1 and 16),
  category text not null check (category in ('content', 'social', 'community', 'local')),
  -- the order of the list
  points integer not null check (points >= 0),
  -- what is counted, and how much of it earns it
  metric text not null check (metric in (
    'posts', 'comments', 'kin', 'groups', 'pods', 'events', 'votes', 'liked', 'karma', 'weeks', 'days')),
  threshold integer not null check (threshold > 0)
);
create table user_achievements (
  user_id uuid not null references profiles (id) on delete cascade,
  achievement_id uuid not null references achievements (id) on delete cascade,
  earned_at timestamptz(3) not null default now(),
  -- null until one of his tabs has said it
  told_at timestamptz(3),
  -- the tab that it was handed to, and until when no other gets it: should nothing have arrived, one tells it later
  told_by uuid,
  told_by_until timestamptz(3),
  primary key (user_id, achievement_id)
);
create index user_achievements_of_achievement on user_achievements (achievement_id);
create index user_achievements_untold on user_achievements (user_id) where told_at is null;

-- How far these members have come in each.
create function achievement_amounts(members uuid[]) returns table (member_id uuid, metric text, amount integer)
  language sql stable as $$
  select k.member_id, f.metric, f.amount from karma_counts k join profiles p on p.id = k.member_id
    cross join lateral (values ('posts', k.posts), ('comments', k.comments), ('kin', k.kin), ('groups', k.groups),
      ('pods', k.pods), ('events', k.events), ('votes', k.votes), ('liked', k.liked), ('karma', p.community_karma),
      ('weeks', k.weeks), ('days', extract(day from now() - p.created_at)::int)) f (metric, amount)
    where k.member_id = any (members)
$$;
-- Gives these members what they have earned by their figures, for good, and answers who got something. By id, so that two who
-- do this for one member do not wait in a circle.
create function award_by_figures(members uuid[]) returns uuid[] language plpgsql as $$
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
-- The same, their weeks weighed before, which is done once a day at most.
create function award_achievements(members uuid[]) returns uuid[] language plpgsql as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  update karma_counts k set weeks = steady_weeks(k.member_id), weighed_on = today, is_due = false
    where k.member_id = any (members) and k.weighed_on is distinct from today;
  return award_by_figures(members);
end $$;

-- Adds up the oldest changes, at most so many, and answers how many it took and who was told of it. A member whose profile
-- somebody else holds at this moment is left for the next time: nothing here waits for a deed, and several processes do not
-- wait for each other. Exactly once: the changes go in the transaction that adds them. Lock order: changes, profiles by id,
-- counts, topics by id.
create function fold_karma(most integer, out taken integer, out told uuid[]) language plpgsql as $$
declare
  chosen bigint[];
  men uuid[];
  held uuid[];
  before integer[];
  earners uuid[];
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
        is_due = k.weighed_on is distinct from (now() at time zone 'UTC')::date)
  select count(*) into taken from gone;
  perform set_scores(held);
  earners := award_by_figures(held);
  select coalesce(array_agg(distinct n.id), '{}') into told from (
    select t.id, tell('member:' || t.id, t.kind, null) from (
      select h.id, 'karma.changed' as kind from unnest(held, before) h (id, karma) join profiles p on p.id = h.id
        where p.community_karma <> h.karma
      union all select e.id, 'achievement.earned' from unnest(earners) e (id)
      order by id, kind) t) n;
end $$;

-- Weighs the weeks of some of those who are due, and answers how many and who was told that he has earned something. Apart
-- from adding up, which waits for no cold page of an index: after midnight everybody is due. By one process at a time; they
-- are weighed before anything of theirs is held. Lock order as above, of profiles only their being there.
create function weigh_weeks(most integer, out weighed integer, out told uuid[]) language plpgsql as $$
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

select recount_karma();
