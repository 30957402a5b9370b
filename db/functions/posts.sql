-- The room posts owns these functions (src/server/posts).
-- Promise: Nobody writes below a post that is being deleted or that the writer may not see. A post stores for whom it is
-- visible (`open_to`), and the counts that everyone sees follow its visibility.
-- Writes: categories, group_turns, posts, profiles.
-- Reads: comments, group_members, groups.
-- Triggers on: groups, posts.

-- Locks the post (shared) for everything that is written below it: it cannot be deleted until the end of the transaction
-- (docs/decisions/015-holding-a-post.md). An advisory lock, because PostgreSQL can lose a `for key share` lock that is taken
-- while another transaction updates the row; then a deletion did not wait.
create or replace function lock_post(post uuid) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended(post::text, 2))
$$;

-- Locks the post (exclusive), to delete or remove it.
create or replace function lock_post_exclusive(post uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(post::text, 2))
$$;

-- Locks the post as lock_post does, and returns whether it still exists and is not removed. It is read after the wait.
create or replace function lock_existing_post(post uuid) returns boolean language plpgsql as $$
begin
  perform lock_post(post);
  perform from posts p where p.id = post and p.removed_at is null;
  return found;
end $$;

-- Returns whether the writer may write below the post, and keeps that true until the end of the transaction: the network is
-- not made private and the writer does not leave it. False if the post does not exist or is removed, or if there is a block
-- between the writer and its author.
create or replace function lock_writable_post(post uuid, writer uuid) returns boolean language plpgsql as $$
declare
  network uuid;
  author uuid;
  stands boolean;
begin
  select p.group_id, p.author_id, p.removed_at is null into network, author, stands from posts p where p.id = post;
  if not found or is_blocked_between(writer, author) then return false; end if;
  if lock_group(network) then return stands; end if;
  perform from group_members m where m.group_id = network and m.user_id = writer for key share;
  return found and stands;
end $$;

-- Sets the visibility of a new post in a network. lock_group keeps the visibility of the network until the end of the
-- transaction.
create or replace function set_post_visibility() returns trigger language plpgsql as $$
begin
  if not lock_group(new.group_id) then new.open_to := new.group_id; end if;
  return new;
end $$;
create or replace trigger open_new_post before insert on posts for each row when (new.group_id is not null)
  execute function set_post_visibility();

-- Adds (`way` 1) or subtracts (-1) one post in the counts that everyone sees: of its category, its author, and the authors of
-- its comments that are not removed. The caller holds lock_post_exclusive and lock_group. Lock order: the category, then the
-- members by id.
create or replace function count_post(post uuid, way integer) returns void language plpgsql as $$
begin
  update categories c set post_count = c.post_count + way from posts p where p.id = post and c.id = p.category_id;
  with written as (
      select w.id, sum(w.posts)::int as posts, sum(w.comments)::int as comments from (
        select p.author_id as id, 1 as posts, 0 as comments from posts p where p.id = post and p.author_id is not null
        union all select k.author_id, 0, 1 from comments k
          where k.post_id = post and k.author_id is not null and k.removed_at is null) w group by w.id),
    held as materialized (
      select a.id from profiles a where a.id in (select w.id from written w) order by a.id for no key update)
  update profiles a set post_count = a.post_count + way * w.posts, comment_count = a.comment_count + way * w.comments
    from written w join held h on h.id = w.id where a.id = w.id;
end $$;

-- Queues a network whose visibility changed: its posts must be reindexed.
create or replace function begin_reindex() returns trigger language plpgsql as $$
begin
  insert into group_turns (group_id) values (new.id)
    on conflict (group_id) do update set created_at = default, post_id = default;
  return null;
end $$;
create or replace trigger begin_turn after update of is_public, status on groups for each row
  when ((old.is_public and old.status = 'approved') is distinct from (new.is_public and new.status = 'approved'))
  execute function begin_reindex();

-- Reindexes the visibility of the next posts of such a network, newest first, and the counts that everyone sees with them.
-- Stops after `most` posts, after those that bring `most_comments` comments, or after half a million characters, because the
-- words of each post are read again. Returns true if posts are left. Removed posts stay visible to nobody, and their counts
-- are subtracted already. Transactions that write in the network wait.
-- Lock order: the network, its posts, the categories, the members, each by id.
create or replace function reindex_visibility(network uuid, most integer, most_comments integer) returns boolean language plpgsql as $$
declare
  everyone constant uuid := '00000000-0000-0000-0000-000000000000';
  whom uuid;
  way integer;
  post record;
  place group_turns;
  seen integer := 0;
  turned uuid[] := '{}';
  comments integer := 0;
  letters bigint := 0;
  is_last boolean := true;
begin
  perform lock_group_exclusive(network);
  select * into place from group_turns t where t.group_id = network for update;
  if not found then return false; end if;
  select case when g.is_public and g.status = 'approved' then everyone else g.id end into whom
    from groups g where g.id = network;
  way := case when whom = everyone then 1 else -1 end;
  for post in
    select p.id, p.created_at, p.open_to, p.comment_count, p.removed_at,
      char_length(p.content) as letters from posts p
    where p.group_id = network and (p.created_at, p.id) < (place.created_at, place.post_id)
    order by p.created_at desc, p.id desc limit most + 1
  loop
    if seen = most or comments >= most_comments or letters >= 500000 then is_last := false; exit; end if;
    seen := seen + 1;
    place.created_at := post.created_at;
    place.post_id := post.id;
    if post.open_to <> whom and post.removed_at is null then
      turned := turned || post.id;
      comments := comments + post.comment_count;
      letters := letters + post.letters;
    end if;
  end loop;
  if is_last then
    delete from group_turns t where t.group_id = network;
  else
    update group_turns t set created_at = place.created_at, post_id = place.post_id where t.group_id = network;
  end if;
  if turned = '{}' then return not is_last; end if;

  update posts p set open_to = whom where p.id = any (turned);
  with written as (select p.category_id as id, count(*)::int as posts from posts p where p.id = any (turned) group by 1),
    held as materialized (
      select c.id from categories c where c.id in (select w.id from written w) order by c.id for no key update)
  update categories c set post_count = c.post_count + way * w.posts
    from written w join held h on h.id = w.id where c.id = w.id;
  with written as (
      select w.id, sum(w.posts)::int as posts, sum(w.comments)::int as comments from (
        select p.author_id as id, 1 as posts, 0 as comments from posts p
          where p.id = any (turned) and p.author_id is not null
        union all select k.author_id, 0, 1 from comments k
          where k.post_id = any (turned) and k.author_id is not null and k.removed_at is null) w group by w.id),
    held as materialized (
      select a.id from profiles a where a.id in (select w.id from written w) order by a.id for no key update)
  update profiles a set post_count = a.post_count + way * w.posts, comment_count = a.comment_count + way * w.comments
    from written w join held h on h.id = w.id where a.id = w.id;
  return not is_last;
end $$;
