-- The room badges owns these functions (src/server/badges).
-- Promise: A member's four counts of what is new are exact up to 99, and cost the same however long the member was away.
-- Writes: member_seen.
-- Reads: blocks, chat_reads, comments, connections, group_members, group_messages, groups, local_events, posts,
--   profiles.
-- Triggers on: profiles_private.

-- At the first sign-in, marks everything that exists as seen: what happened before is not new to this member.
create or replace function mark_all_seen() returns trigger language plpgsql as $$
begin
  insert into member_seen (member_id, karma) select p.id, p.community_karma from profiles p where p.id = new.id
    on conflict (member_id) do nothing;
  return null;
end $$;
create or replace trigger begin_to_see after update of signed_in_at on profiles_private for each row
  when (old.signed_in_at is null and new.signed_in_at is not null) execute function mark_all_seen();

-- Returns the four counts of a member, each exact up to 99, and 100 for more. All values are null if there is no such member.
-- `recent` holds the ids of counted items that are at most two minutes old, so that a tab that hears of one of them late,
-- or twice, knows that it is already counted.
-- Each count reads a range of an index, newest first, from the time when the member last looked, and stops at 100. The
-- settings of the function forbid plans that sort or that fetch everything first, because the planner would choose them
-- for an average network. Whether two members block each other is written out as subqueries, because PostgreSQL would
-- start a function again for each row.
create or replace function count_new(viewer uuid, today date, out feed integer, out groups integer, out local integer,
  out profile integer, out seen member_seen,
  out recent uuid[]) language plpgsql stable
  set enable_sort = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  enough constant integer := 100;
  fresh constant timestamptz := now() - interval '2 minutes';
  karma_now integer;
  mine uuid[];
  said integer;
  ids uuid[];
begin
  select p.community_karma into karma_now from profiles p where p.id = viewer;
  if not found then return; end if;
  select * into seen from member_seen s where s.member_id = viewer;
  -- without a row the member has seen everything, and the current karma
  if not found then seen := row (viewer, now(), now(), now(), now(), karma_now); end if;
  mine := array(select g.id from group_members m join groups g on g.id = m.group_id
    where m.user_id = viewer and g.status = 'approved');

  -- Posts outside networks, and those of the member's networks. Public posts of other networks are not counted. Posts of
  -- deleted accounts are.
  select count(*), array_agg(new.id) filter (where new.created_at > fresh) into feed, recent from (
    (select p.id, p.created_at from posts p where p.group_id is null and p.created_at > seen.feed_at and p.removed_at is null
        and p.author_id is distinct from viewer
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = p.author_id) is null
        and (select true from blocks b where b.blocker_id = p.author_id and b.blocked_id = viewer) is null
      order by p.created_at desc limit enough)
    union all (select new.id, new.created_at from unnest(mine) as g (id) cross join lateral (
      select p.id, p.created_at from posts p where p.group_id = g.id and p.created_at > seen.feed_at and p.removed_at is null
        and p.author_id is distinct from viewer
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = p.author_id) is null
        and (select true from blocks b where b.blocker_id = p.author_id and b.blocked_id = viewer) is null
      order by p.created_at desc limit enough) new limit enough) limit enough) new;

  -- Messages that the member has read in the chat are seen. The range is one of time, not of numbers, because there may be
  -- a year of messages after the last one that was read.
  select count(*), array_agg(new.id) filter (where new.created_at > fresh) into groups, ids from (
    select new.id, new.created_at from unnest(mine) as g (id)
      left join chat_reads c on c.user_id = viewer and c.topic = 'group:' || g.id
      left join lateral (select m.created_at as at from group_messages m where m.group_id = g.id and m.seq <= c.seq
        order by m.seq desc limit 1) known on true
      cross join lateral (select m.id, m.created_at from group_messages m
        where m.group_id = g.id and m.created_at > seen.groups_at and m.created_at >= coalesce(known.at, '-infinity')
          and m.seq + 0 > coalesce(c.seq, 0) and m.user_id is distinct from viewer
          and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = m.user_id) is null
          and (select true from blocks b where b.blocker_id = m.user_id and b.blocked_id = viewer) is null
        order by m.created_at desc limit enough) new
    limit enough) new;
  recent := recent || ids;

  -- Events of today and the next seven days, read day by day, so that a day with many events does not slow down the rest.
  local := (select count(*) from (
    select from generate_series(0, 7) n cross join lateral (
      select from local_events e where e.event_date = today + n and e.created_at > seen.local_at
        and e.cancelled_at is null and e.user_id is distinct from viewer
        and (e.group_id is null or e.group_id = any (mine)
          or (select g.is_public and g.status = 'approved' from groups g where g.id = e.group_id))
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = e.user_id) is null
        and (select true from blocks b where b.blocker_id = e.user_id and b.blocked_id = viewer) is null
      order by e.created_at desc limit enough) new
    limit enough) new);
  -- a separate query, so that the count above is an index-only scan
  ids := array(
    select new.id from generate_series(0, 7) n cross join lateral (
      select e.id from local_events e where e.event_date = today + n and e.created_at > greatest(seen.local_at, fresh)
        and e.cancelled_at is null and e.user_id is distinct from viewer
        and (e.group_id is null or e.group_id = any (mine)
          or (select g.is_public and g.status = 'approved' from groups g where g.id = e.group_id))
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = e.user_id) is null
        and (select true from blocks b where b.blocker_id = e.user_id and b.blocked_id = viewer) is null
      order by e.created_at desc limit enough) new limit enough);
  recent := recent || ids;

  -- Pending requests, seen or not; comments below the member's posts that the member may still read; and the karma gained
  -- since the member last looked.
  select count(*), array_agg(new.id) filter (where new.created_at > fresh) into said, ids from (
    select k.id, k.created_at from comments k join posts p on p.id = k.post_id
    where k.post_author_id = viewer and k.created_at > seen.profile_at and k.removed_at is null
      and k.author_id is distinct from viewer and p.removed_at is null
      and (p.group_id is null or p.group_id = any (mine)
        or (select g.is_public and g.status = 'approved' from groups g where g.id = p.group_id))
      and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = k.author_id) is null
      and (select true from blocks b where b.blocker_id = k.author_id and b.blocked_id = viewer) is null
    order by k.created_at desc limit enough) new;
  recent := coalesce(recent || ids, '{}');
  profile := least(enough, greatest(0, karma_now - seen.karma) + said
    + (select count(*) from (
      select from connections q where q.addressee_id = viewer and q.status = 'pending'
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = q.requester_id) is null
        and (select true from blocks b where b.blocker_id = q.requester_id and b.blocked_id = viewer) is null
      limit enough) waiting));
end $$;
