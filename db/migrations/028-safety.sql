-- What members report, what administrators decide about it, and what they have done (docs/decisions/024).

-- A removed post is open to nobody: 'ffffffff-…' stands in the lists' indexes where nobody looks. (No post is removed yet,
-- so there is none that could break this; what was true of all the others stays as it was.)
alter table posts drop constraint posts_check1;
alter table posts add constraint posts_open_to check (case
  when removed_at is not null then open_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  else open_to = '00000000-0000-0000-0000-000000000000' or open_to is not distinct from group_id end) not valid;
-- The feed's own index is without them, and that of a network says which they are, so that both are still read alone.
drop index posts_general;
create index posts_general on posts (created_at desc, id desc) where group_id is null and removed_at is null;
drop index posts_of_group;
create index posts_of_group on posts (group_id, created_at desc, id desc) include (removed_at) where group_id is not null;

-- Search finds it no longer from the moment it is removed, and again from the moment it is back.
create or replace function index_post() returns trigger language plpgsql as $$
begin
  if new.removed_at is not null then
    delete from post_search s where s.post_id = new.id;
    return null;
  end if;
  insert into post_search (post_id, created_at, group_id, words)
    values (new.id, new.created_at, new.group_id, search_vector(new.title, new.content, new.created_at))
    on conflict (post_id) do update
      set created_at = excluded.created_at, group_id = excluded.group_id, words = excluded.words;
  return null;
end $$;
create trigger index_post_removed after update of removed_at on posts for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function index_post();

-- As in 023; and nobody writes below a removed post.
create or replace function hold_open(post uuid, writer uuid) returns boolean language plpgsql as $$
declare
  network uuid;
  author uuid;
  stands boolean;
begin
  select p.group_id, p.author_id, p.removed_at is null into network, author, stands from posts p where p.id = post;
  if not found or are_apart(writer, author) then return false; end if;
  if hold_group(network) then return stands; end if;
  perform from group_members m where m.group_id = network and m.user_id = writer for key share;
  return found and stands;
end $$;

-- As hold_post; and whether the post still stands, asked after the wait: by then it may have been removed.
create function hold_standing(post uuid) returns boolean language plpgsql as $$
begin
  perform hold_post(post);
  perform from posts p where p.id = post and p.removed_at is null;
  return found;
end $$;

-- The numbers that everyone sees with one post: its category's, its author's, and those of whoever commented there and was
-- not removed. Whoever calls it holds the post alone and its network together with others. Lock order: the category, then
-- the members by id.
create function count_post(post uuid, way integer) returns void language plpgsql as $$
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

-- As in 017; what is removed stays open to nobody, and its numbers are taken away already.
create or replace function turn_posts(network uuid, most integer, most_comments integer) returns boolean language plpgsql as $$
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
    select p.id, p.created_at, p.open_to, p.comment_count, p.removed_at from posts p
    where p.group_id = network and (p.created_at, p.id) < (place.created_at, place.post_id)
    order by p.created_at desc, p.id desc limit most + 1
  loop
    if seen = most or comments >= most_comments then is_last := false; exit; end if;
    seen := seen + 1;
    place.created_at := post.created_at;
    place.post_id := post.id;
    if post.open_to <> whom and post.removed_at is null then
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
          where k.post_id = any (turned) and k.author_id is not null and k.removed_at is null) w group by w.id),
    held as materialized (
      select a.id from profiles a where a.id in (select w.id from written w) order by a.id for no key update)
  update profiles a set post_count = a.post_count + way * w.posts, comment_count = a.comment_count + way * w.comments
    from written w join held h on h.id = w.id where a.id = w.id;
  return not is_last;
end $$;

-- A removed event is a cancelled one, so that those who attend are told, and that nobody changes it any more.
alter table local_events add column removed_at timestamptz(3);
alter table local_events add constraint local_events_removed_is_cancelled
  check (removed_at is null or cancelled_at is not null) not valid;

-- A suspended member is signed in nowhere and on no map, whatever was under way when it happened: a session that is being
-- made waits for the suspension, or the suspension for it, and then ends it.
create function suspended_is_out() returns trigger language plpgsql as $$
declare since timestamptz;
begin
  -- the account before what is private of it, as whoever deletes it holds them
  perform from "user" u where u.id = new."userId" for key share;
  select s.suspended_at into since from profiles_private s where s.id = new."userId" for share;
  if since is not null then
    raise check_violation using constraint = 'member_is_suspended', message = 'this member is suspended';
  end if;
  return new;
end $$;
create trigger suspended_is_out before insert on "session" for each row execute function suspended_is_out();
alter table profiles_private add constraint profiles_suspended_off_map
  check (suspended_at is null or not local_mode_enabled) not valid;
create index profiles_private_suspended on profiles_private (suspended_at desc, id desc) where suspended_at is not null;

-- What is reported: one case for each thing until it is decided, with how it read when the first one reported it, so that
-- what is changed or deleted since does not hide it. No reference to the thing: the case outlives it.
create table report_cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('post', 'comment', 'message', 'profile', 'event', 'event_comment')),
  subject_id uuid not null,
  author_id uuid references profiles (id) on delete set null,
  snapshot jsonb not null,
  reporters integer not null default 0 check (reporters >= 0),
  reported_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decided_by uuid references profiles (id) on delete set null,
  decision text check (decision in ('dismissed', 'removed', 'suspended')),
  -- which the author reads, where something was done
  reason text check (char_length(reason) between 1 and 1000),
  check ((decided_at is null) = (decision is null))
);
create unique index report_cases_one on report_cases (kind, subject_id) where decided_at is null;
create index report_cases_open on report_cases (reported_at, id) where decided_at is null;
create index report_cases_decided on report_cases (decided_at desc, id desc) where decided_at is not null;
-- whose it was that is gone by now
create index report_cases_about on report_cases (subject_id);
create index report_cases_of_author on report_cases (author_id);
create index report_cases_decided_by on report_cases (decided_by);

create table reports (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references report_cases (id) on delete cascade,
  reporter_id uuid references profiles (id) on delete set null,
  reason text not null check (char_length(reason) between 1 and 40),
  note text check (char_length(note) between 1 and 1000),
  -- how it read to this one; null: as in the case
  snapshot jsonb,
  created_at timestamptz(3) not null default now(),
  unique (case_id, reporter_id)
);
create index reports_of_case on reports (case_id, created_at desc, id desc);
create index reports_of_reporter on reports (reporter_id);

-- What administrators did. Nothing in it is changed or deleted, by whomever. Without references: the names of an account
-- that is gone are gone with it, save that of the administrator.
create table admin_log (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null,
  admin_name text not null,
  what text not null check (what ~ '^[a-z_]+\.[a-z_]+$'),
  subject_id uuid not null,
  reason text check (char_length(reason) between 1 and 1000),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index admin_log_newest on admin_log (created_at desc, id desc);
-- what was done to one member: his own copy of it
create index admin_log_about on admin_log (subject_id, id);
create function admin_log_stays() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'what administrators did is never changed or deleted';
end $$;
create trigger admin_log_stays before update or delete or truncate on admin_log
  for each statement execute function admin_log_stays();
