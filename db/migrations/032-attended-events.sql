-- An event is worth its points from when it begins, to those who are attending then (R-43). Nothing that they say about it
-- afterwards changes that. And nobody's own vote counts in a figure of his own.

-- Null: it has not begun, or nobody has noticed yet. Whoever is about to change who attends notices first.
alter table local_events add column begun_at timestamptz(3);
alter table local_events add constraint local_events_begun_takes_place
  check (begun_at is null or cancelled_at is null) not valid;
create index local_events_to_begin on local_events (starts_at, id) where begun_at is null and cancelled_at is null;

-- Who was attending when it began. Written once, and kept also when he takes his word back later.
create table event_attended (
  event_id uuid not null references local_events (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  event_date date not null,
  primary key (event_id, user_id)
);
-- of one member: his weeks, and his account when it is deleted
create index event_attended_of on event_attended (user_id, event_date);

-- What has begun keeps what was paid.
update local_events e set begun_at = e.starts_at where e.starts_at <= now() and e.cancelled_at is null;
insert into event_attended (event_id, user_id, event_date)
  select a.event_id, a.user_id, a.event_date from event_attendees a join local_events e on e.id = a.event_id
  where e.begun_at is not null;
-- What has not is paid later: it is taken back here, and no vote of others is missed for it.
update member_seen s set karma = s.karma - 3 * w.events from (
    select a.user_id, count(*)::int as events from event_attendees a join local_events e on e.id = a.event_id
      left join groups g on g.id = e.group_id
    where e.begun_at is null and e.cancelled_at is null
      and (e.group_id is null or (g.is_public and g.status = 'approved')) group by a.user_id) w
  where s.member_id = w.user_id;

-- Notices that an event has begun, once. Whoever calls holds its network with others, and gets its row. Those who had said so
-- by then are paid, however late it is noticed: whoever comes to what goes on already is not.
create function begin_held_event(event uuid) returns boolean language plpgsql as $$
begin
  update local_events e set begun_at = now()
    where e.id = event and e.begun_at is null and e.cancelled_at is null and e.starts_at <= now();
  if not found then return false; end if;
  insert into event_attended (event_id, user_id, event_date)
    select a.event_id, a.user_id, e.event_date from event_attendees a join local_events e on e.id = a.event_id
    where e.id = event and a.created_at <= e.starts_at order by a.user_id;
  return true;
end $$;
-- Lock order: the network, the event's row.
create function begin_event(event uuid) returns boolean language plpgsql as $$
declare
  network uuid;
begin
  select e.group_id into network from local_events e where e.id = event;
  if not found then return false; end if;
  perform hold_group(network);
  return begin_held_event(event);
end $$;

-- One that is moved to later begins then, and what is cancelled nobody has attended. After `time_event`, by its name.
create function unbegin_event() returns trigger language plpgsql as $$
begin
  new.begun_at := null;
  return new;
end $$;
create trigger unbegin_event before update on local_events for each row
  when (old.begun_at is not null and (new.starts_at > now() or new.cancelled_at is not null))
  execute function unbegin_event();
create function forget_attended() returns trigger language plpgsql as $$
begin
  delete from event_attended a where a.event_id = old.id;
  return old;
end $$;
create trigger forget_attended after update on local_events for each row
  when (old.begun_at is not null and new.begun_at is null) execute function forget_attended();
-- before, because afterwards nobody knows in which network it was
create trigger forget_attended_with_event before delete on local_events for each row
  when (old.begun_at is not null) execute function forget_attended();

create or replace function date_attendees() returns trigger language plpgsql as $$
begin
  update event_attendees set event_date = new.event_date where event_id = new.id;
  update event_attended set event_date = new.event_date where event_id = new.id;
  return null;
end $$;

-- As in 019, and of events that he has left since they began.
create or replace function hold_events_of() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(old.id::text, 19));
  perform from local_events e where e.id in (select a.event_id from event_attendees a where a.user_id = old.id
    union all select a.event_id from event_attended a where a.user_id = old.id
    union all select own.id from local_events own where own.user_id = old.id) order by e.id for no key update;
  return old;
end $$;

-- As in 019; before anybody comes or goes, it is settled who was there when it began.
create or replace function attend_event(event uuid, member uuid, going boolean) returns text language plpgsql as $$
declare
  ends timestamptz;
  cancelled timestamptz;
begin
  if not hold_event(event, member) then return 'missing'; end if;
  select e.ends_at, e.cancelled_at into ends, cancelled from local_events e where e.id = event for no key update;
  if not found then return 'missing'; end if;
  if going = exists (select from event_attendees a where a.event_id = event and a.user_id = member) then
    return 'done';
  end if;
  if going and cancelled is not null then return 'cancelled'; end if;
  if going and ends <= now() then return 'past'; end if;
  perform begin_held_event(event);
  if going then
    insert into event_attendees (event_id, user_id) values (event, member);
  else
    delete from event_attendees a where a.event_id = event and a.user_id = member;
  end if;
  perform tell('event:' || event, 'attendance.changed', null);
  insert into facts (kind, actor_id, data) values (
    case when going then 'event.attended' else 'event.left' end, member, jsonb_build_object('event_id', event));
  return 'done';
end $$;

-- Karma of events follows who attended, no longer who says that he will.
drop trigger weigh_came on event_attendees;
drop trigger weigh_went on event_attendees;
drop trigger weigh_cancelled on local_events;
drop trigger weigh_goes on local_events;
drop function weigh_event();
-- Whoever writes here holds the event: its network is neither opened nor shut meanwhile.
create or replace function weigh_events() returns trigger language plpgsql as $$
begin
  insert into karma_changes (member_id, events)
    select w.user_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from weighed w join local_events e on e.id = w.event_id left join groups g on g.id = e.group_id
    where e.group_id is null or (g.is_public and g.status = 'approved') group by w.user_id;
  return null;
end $$;
create trigger weigh_came after insert on event_attended referencing new table as weighed
  for each statement execute function weigh_events();
create trigger weigh_went after delete on event_attended referencing old table as weighed
  for each statement execute function weigh_events();
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

-- `liked` is how much of what he wrote others voted up more than down.
drop trigger weigh_votes on posts;
create or replace function weigh_votes() returns trigger language plpgsql as $$
declare
  was integer := old.upvotes - old.downvotes - old.own_vote;
  is_ integer := new.upvotes - new.downvotes - new.own_vote;
begin
  insert into karma_changes (member_id, votes, liked) values (new.author_id, is_ - was, (is_ > 0)::int - (was > 0)::int);
  return null;
end $$;
create trigger weigh_votes after update of upvotes, downvotes, own_vote on posts for each row
  when (new.author_id is not null and old.open_to = new.open_to and new.open_to = '00000000-0000-0000-0000-000000000000'
    and old.upvotes - old.downvotes - old.own_vote <> new.upvotes - new.downvotes - new.own_vote)
  execute function weigh_votes();
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
  insert into karma_changes (member_id, votes, liked)
    select w.author_id, way * sum(w.votes), way * count(*) filter (where w.votes > 0)
    from (select post.author_id, post.upvotes - post.downvotes - post.own_vote as votes
      union all select h.author_id, h.votes from held h where h.removed_at is null) w
    where w.author_id is not null group by w.author_id
    having sum(w.votes) <> 0 or count(*) filter (where w.votes > 0) > 0;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end $$;
create or replace function weigh_comment() returns trigger language plpgsql as $$
declare
  was integer := 0;
  is_ integer := 0;
begin
  if tg_op <> 'INSERT' and old.removed_at is null then was := old.upvotes - old.downvotes - old.own_vote; end if;
  if tg_op <> 'DELETE' and new.removed_at is null then is_ := new.upvotes - new.downvotes - new.own_vote; end if;
  if is_ = was then return null; end if;
  insert into karma_changes (member_id, votes, liked)
    select case tg_op when 'DELETE' then old.author_id else new.author_id end, is_ - was, (is_ > 0)::int - (was > 0)::int
    from posts p where p.id = case tg_op when 'DELETE' then old.post_id else new.post_id end
      and p.open_to = '00000000-0000-0000-0000-000000000000';
  return null;
end $$;

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

-- As in 022; a week counts by an event that he attended, not by one that he meant to.
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
$$;

select recount_karma();
