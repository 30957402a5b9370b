-- Karma that a member's own deeds bring is no news to him (R-42): as it is added up, the karma that he has seen moves along.
-- His own are his points for writing, joining and attending, up and down. Votes of others, and kin that others have accepted, are news as before.

alter table karma_changes
  -- points that he knows of, beside those of what he writes, joins and attends: of kin, where he has accepted
  add column known integer not null default 0,
  -- what others gave him was taken back by himself, for good, with what he deleted: what he has seen is no more than is left
  add column is_undone boolean not null default false;

-- As in 032; the votes of what its author deletes.
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

-- What a member's own deeds are worth, of which he knows.
create function own_points(posts bigint, comments bigint, groups bigint, pods bigint, events bigint) returns integer
  language sql immutable as $$ select (5 * (posts + comments) + 15 * (groups + pods) + 3 * events)::int $$;

-- As in 022; and what he knows of moves what he has seen, in the same transaction, so that at no moment it looks like news.
-- Lock order: changes, profiles by id, counts, what they have seen by id, topics by id.
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
    -- one after the other, in the order in which they were written: what was left of others' points when he took some back
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

-- As in 025; and which of what is counted came within two minutes, by its id: whoever hears of one of them a little late, or
-- twice, knows that it is in the count already.
drop function count_new(uuid, date);
create function count_new(viewer uuid, today date, out feed integer, out groups integer, out local integer,
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
  -- of whom nothing is kept has seen all that there is, and the karma that he has (AMB-12)
  if not found then seen := row (viewer, now(), now(), now(), now(), karma_now); end if;
  mine := array(select g.id from group_members m join groups g on g.id = m.group_id
    where m.user_id = viewer and g.status = 'approved');

  -- General posts, and those of his networks; what everybody may see in a network of others is no news to him (NOTIF-09).
  -- Of nobody whose account is gone like another man's. Whether two are apart is asked in the statement itself: for a
  -- function PostgreSQL would begin anew with each row.
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

  -- What he has read in the chat itself he has seen, whichever page he has opened last. By the time, and not by the index of
  -- the numbers: what comes after the last one that he has read may be a year's.
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

  -- Of today and the seven days after it (NOTIF-11), day by day: so neither the many events of a day nor the many that were
  -- made since are gone over.
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
  -- asked for apart, so that what is counted is read from the index alone
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

  -- Requests wait for his answer, seen or not (NOTIF-12); comments below what he wrote, where he may still read them; and
  -- what his karma is more than when he last saw it (NOTIF-14).
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
