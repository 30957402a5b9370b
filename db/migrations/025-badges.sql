-- What is new to a member in each of his places (docs/decisions/023). Each is found by a range of an index that begins where
-- he last looked, so that it costs the same whenever that was.

-- A comment names the author of its post: what was said to one man is found without going over all that he ever wrote.
-- It is nobody once that account is gone.
alter table comments add column post_author_id uuid;
update comments k set post_author_id = p.author_id from posts p where p.id = k.post_id and p.author_id is not null;
alter table comments add constraint comments_post_author_id_fkey
  foreign key (post_author_id) references profiles (id) on delete set null;
create index comments_to on comments (post_author_id, created_at desc);

-- Whatever a statement says. The author is held as the foreign key holds him: of one whose account goes at this moment
-- nothing is left to be named.
create function name_post_author() returns trigger language plpgsql as $$
begin
  new.post_author_id := null;
  select a.id into new.post_author_id from posts p join profiles a on a.id = p.author_id
    where p.id = new.post_id for key share of a;
  return new;
end $$;
create trigger name_post_author before insert on comments for each row execute function name_post_author();

create index group_messages_newest on group_messages (group_id, created_at desc);
create index local_events_newest on local_events (event_date, created_at desc) include (group_id, user_id)
  where cancelled_at is null;

-- Whatever was before his first sign-in is no news to him (AMB-71); for those who are here already, before today.
create function begin_to_see() returns trigger language plpgsql as $$
begin
  insert into member_seen (member_id, karma) select p.id, p.community_karma from profiles p where p.id = new.id
    on conflict (member_id) do nothing;
  return null;
end $$;
create trigger begin_to_see after update of signed_in_at on profiles_private for each row
  when (old.signed_in_at is null and new.signed_in_at is not null) execute function begin_to_see();
insert into member_seen (member_id, karma)
  select p.id, p.community_karma from profiles p join profiles_private s on s.id = p.id where s.signed_in_at is not null
  on conflict (member_id) do nothing;

-- The four counts of a member, each exact up to 99, and 100 for all that are more (R-35). Each is a stretch of an index from
-- where he last looked on, the latest first, read until there are a hundred: a minute ago there is hardly anything in it, a
-- year ago it is cut at once. That this is the way is not left to what the planner takes for an average network: sorting,
-- and fetching all of something first, are forbidden here. Null: nobody of this id.
create function count_new(viewer uuid, today date, out feed integer, out groups integer, out local integer,
  out profile integer, out seen member_seen) language plpgsql stable
  set enable_sort = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  enough constant integer := 100;
  karma_now integer;
  mine uuid[];
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
  feed := (select count(*) from (
    (select from posts p where p.group_id is null and p.created_at > seen.feed_at and p.removed_at is null
        and p.author_id is distinct from viewer
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = p.author_id) is null
        and (select true from blocks b where b.blocker_id = p.author_id and b.blocked_id = viewer) is null
      order by p.created_at desc limit enough)
    union all (select from unnest(mine) as g (id) cross join lateral (
      select from posts p where p.group_id = g.id and p.created_at > seen.feed_at and p.removed_at is null
        and p.author_id is distinct from viewer
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = p.author_id) is null
        and (select true from blocks b where b.blocker_id = p.author_id and b.blocked_id = viewer) is null
      order by p.created_at desc limit enough) new limit enough) limit enough) new);

  -- What he has read in the chat itself he has seen, whichever page he has opened last. By the time, and not by the index of
  -- the numbers: what comes after the last one that he has read may be a year's.
  groups := (select count(*) from (
    select from unnest(mine) as g (id)
      left join chat_reads c on c.user_id = viewer and c.topic = 'group:' || g.id
      left join lateral (select m.created_at as at from group_messages m where m.group_id = g.id and m.seq <= c.seq
        order by m.seq desc limit 1) known on true
      cross join lateral (select from group_messages m
        where m.group_id = g.id and m.created_at > seen.groups_at and m.created_at >= coalesce(known.at, '-infinity')
          and m.seq + 0 > coalesce(c.seq, 0) and m.user_id is distinct from viewer
          and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = m.user_id) is null
          and (select true from blocks b where b.blocker_id = m.user_id and b.blocked_id = viewer) is null
        order by m.created_at desc limit enough) new
    limit enough) new);

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

  -- Requests wait for his answer, seen or not (NOTIF-12); comments below what he wrote, where he may still read them; and
  -- what his karma is more than when he last saw it (NOTIF-14).
  profile := least(enough, greatest(0, karma_now - seen.karma)
    + (select count(*) from (
      select from connections q where q.addressee_id = viewer and q.status = 'pending'
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = q.requester_id) is null
        and (select true from blocks b where b.blocker_id = q.requester_id and b.blocked_id = viewer) is null
      limit enough) waiting)
    + (select count(*) from (
      select from comments k join posts p on p.id = k.post_id
      where k.post_author_id = viewer and k.created_at > seen.profile_at and k.removed_at is null
        and k.author_id is distinct from viewer and p.removed_at is null
        and (p.group_id is null or p.group_id = any (mine)
          or (select g.is_public and g.status = 'approved' from groups g where g.id = p.group_id))
        and (select true from blocks b where b.blocker_id = viewer and b.blocked_id = k.author_id) is null
        and (select true from blocks b where b.blocker_id = k.author_id and b.blocked_id = viewer) is null
      order by k.created_at desc limit enough) new));
end $$;
