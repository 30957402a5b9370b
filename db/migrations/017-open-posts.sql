-- Lists of posts are pages of an index also where many posts are in private networks: each post says for whom it is
-- (docs/decisions/018). Who may see it is still asked of its network, whatever is written here.

-- Everyone: the id of nobody. Otherwise the one network whose members may see it.
alter table posts add column open_to uuid not null default '00000000-0000-0000-0000-000000000000';
update posts p set open_to = g.id from groups g where g.id = p.group_id and not (g.is_public and g.status = 'approved');
-- The planner is to take each network for the largest: it then reads its posts in the order of the index, page by page.
-- For an average one it would fetch all of them and sort.
alter table posts alter column open_to set (n_distinct = 1);
alter table posts add check (open_to = '00000000-0000-0000-0000-000000000000' or open_to is not distinct from group_id);

-- As its network is: nobody opens or shuts that until this transaction has ended.
create function open_new_post() returns trigger language plpgsql as $$
begin
  if not hold_group(new.group_id) then new.open_to := new.group_id; end if;
  return new;
end $$;
create trigger open_new_post before insert on posts for each row when (new.group_id is not null)
  execute function open_new_post();

drop index posts_of_category, posts_of_category_type, posts_of_author;
create index posts_newest on posts (created_at desc, id desc) where open_to = '00000000-0000-0000-0000-000000000000';
create index posts_of_category on posts (category_id, open_to, created_at desc, id desc);
create index posts_of_category_type on posts (category_id, type, open_to, created_at desc, id desc);
create index posts_of_author on posts (author_id, open_to, created_at desc, id desc);
analyze posts (open_to);

-- Networks that were opened or shut, and whose posts do not all say so yet; up to which post they do, the newest first.
create table group_turns (
  group_id uuid primary key references groups (id) on delete cascade,
  created_at timestamptz(3) not null default 'infinity',
  post_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
);
create function begin_turn() returns trigger language plpgsql as $$
begin
  insert into group_turns (group_id) values (new.id)
    on conflict (group_id) do update set created_at = default, post_id = default;
  return null;
end $$;
create trigger begin_turn after update of is_public, status on groups for each row
  when ((old.is_public and old.status = 'approved') is distinct from (new.is_public and new.status = 'approved'))
  execute function begin_turn();

-- The next posts of such a network, and the numbers that everyone sees with them (R-35): at most `most` posts, and no more
-- once they bring so many comments. True when there are others to come. Whoever writes in this network waits meanwhile.
-- Lock order: the network, its posts, categories and members, each by id.
create function turn_posts(network uuid, most integer, most_comments integer) returns boolean language plpgsql as $$
declare
  everyone constant uuid := '00000000-0000-0000-0000-000000000000';
  whom uuid;
  way integer;
  post record;
  place group_turns;
  seen integer := 0;
  turned uuid[] := '{}';
  comments integer := 0;
  is_last boolean := true;
begin
  perform hold_group_alone(network);
  select * into place from group_turns t where t.group_id = network for update;
  if not found then return false; end if;
  select case when g.is_public and g.status = 'approved' then everyone else g.id end into whom
    from groups g where g.id = network;
  way := case when whom = everyone then 1 else -1 end;
  for post in
    select p.id, p.created_at, p.open_to, p.comment_count from posts p
    where p.group_id = network and (p.created_at, p.id) < (place.created_at, place.post_id)
    order by p.created_at desc, p.id desc limit most + 1
  loop
    if seen = most or comments >= most_comments then is_last := false; exit; end if;
    seen := seen + 1;
    place.created_at := post.created_at;
    place.post_id := post.id;
    if post.open_to <> whom then
      turned := turned || post.id;
      comments := comments + post.comment_count;
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
          where k.post_id = any (turned) and k.author_id is not null) w group by w.id),
    held as materialized (
      select a.id from profiles a where a.id in (select w.id from written w) order by a.id for no key update)
  update profiles a set post_count = a.post_count + way * w.posts, comment_count = a.comment_count + way * w.comments
    from written w join held h on h.id = w.id where a.id = w.id;
  return not is_last;
end $$;

-- The sitemap names public networks, too.
alter table sitemap_parts drop constraint sitemap_parts_kind_check;
alter table sitemap_parts add constraint sitemap_parts_kind_check check (kind in ('posts', 'members', 'groups'));
