-- Networks and pods: who asks to come in, who is in, what is said there, and how news of it reaches whoever listens.

-- A name is one line that reads as what it is: nothing in it breaks the line, turns it around or is not seen, but what puts
-- emoji together; between words one blank. The contract asks for the same (names.ts).
create function tidy_name(name text) returns text language sql immutable strict parallel safe as $$
  select trim(regexp_replace(regexp_replace(name,
      '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b'
      '\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3'
      '\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff\ufdd0-\ufdef\ufffe\uffff\U0001fffe'
      '\U0001ffff\U0002fffe\U0002ffff\U0003fffe\U0003ffff\U0004fffe\U0004ffff\U0005fffe\U0005ffff\U0006fffe'
      '\U0006ffff\U0007fffe\U0007ffff\U0008fffe\U0008ffff\U0009fffe\U0009ffff\U000afffe\U000affff\U000bfffe'
      '\U000bffff\U000cfffe\U000cffff\U000dfffe\U000dffff\U000efffe\U000effff\U000ffffe\U000fffff\U0010fffe'
      '\U0010ffff]', ' ', 'g'),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
$$;
-- The part of an address that a name is, and that an address is looked up by: in any case, spaces and hyphens alike.
create function slug_of(name text) returns text language sql immutable strict parallel safe as $$
  select replace(lower(trim(regexp_replace(name,
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))), ' ', '-')
$$;

-- Names that look the same are one name: whatever their case, width, spaces, dashes and other marks, and what is not seen.
create function name_looks(name text) returns text language sql immutable strict parallel safe as $$
  with bare as (
    select regexp_replace(name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164'
      '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g')
      as name),
  -- upper first: letters that differ only when they are small, as the two small sigmas
  plain as (select lower(upper(normalize(bare.name, NFKC))) as seen from bare)
  -- an accent that stands alone comes apart into a blank and what stands above nothing
  select coalesce(
    nullif(regexp_replace(regexp_replace(seen, '(^|\s)[\u0300-\u036f]+', '', 'g'),
      '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0-\u00bf\u02b9-\u02df\u058a\u2000-\u206f\u2212'
      '\u2e00-\u2e7f\u3000-\u303f\u30a0]+', '', 'g'), ''),
    seen)
  from plain
$$;

update groups set name = tidy_name(name) where name <> tidy_name(name);
alter table groups add constraint groups_name check (name = tidy_name(name));
create unique index groups_name_looks on groups (name_looks(name));

-- Networks, newest first and largest first; found by letters of the name or the description.
create index groups_listed on groups (created_at desc, id desc) where status = 'approved';
create index groups_popular on groups (member_count desc, id) where status = 'approved';
-- What is put aside for it stays small: every new member writes the row anew, and a long list would be read by each search.
alter table groups add column words text not null
  generated always as (lower(name) || ' ' || lower(coalesce(description, ''))) stored;
create index groups_by_words on groups using gin (words gin_trgm_ops)
  with (gin_pending_list_limit = 256) where status = 'approved';
-- the members of a network in the order in which they came
create index group_members_by_coming on group_members (group_id, joined_at, user_id);
create index group_members_admins on group_members (group_id) where role = 'admin';

-- How many there are, kept as they come and go: to count them costs the more the more there are.
create table totals (
  name text primary key,
  amount integer not null default 0 check (amount >= 0)
);
insert into totals (name, amount) select 'groups', count(*) from groups where status = 'approved';
create function count_groups() returns trigger language plpgsql as $$
declare change integer := (case when tg_op <> 'DELETE' and new.status = 'approved' then 1 else 0 end)
  - (case when tg_op <> 'INSERT' and old.status = 'approved' then 1 else 0 end);
begin
  if change <> 0 then update totals set amount = amount + change where name = 'groups'; end if;
  return null;
end $$;
create trigger count_groups after insert or delete or update of status on groups for each row execute function count_groups();

-- Whether everyone may see what is in a network; it stays so until this transaction ends (docs/decisions/015). Asked anew
-- after the wait, so that whoever writes there counts as the network is, not as it was when his statement began.
create function hold_group(network uuid) returns boolean language plpgsql as $$
declare
  is_open boolean := true;
begin
  if network is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(network::text, 14));
    select g.is_public and g.status = 'approved' into is_open from groups g where g.id = network;
  end if;
  return coalesce(is_open, false);
end $$;
-- Whether this man may write below this post; it stays so until this transaction ends: the network is not shut, and he does
-- not leave it.
create function hold_open(post uuid, writer uuid) returns boolean language plpgsql as $$
declare
  network uuid;
begin
  select p.group_id into network from posts p where p.id = post;
  if not found then return false; end if;
  if hold_group(network) then return true; end if;
  perform from group_members m where m.group_id = network and m.user_id = writer for key share;
  return found;
end $$;
create function hold_group_alone(network uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(network::text, 14))
$$;
-- One man and one network: his joining, leaving, asking and being answered come one after the other. Taken before all else.
create function hold_way_in(network uuid, member uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(network::text || member::text, 15))
$$;

-- Whoever made a network is one of its admins.
create function creator_is_admin() returns trigger language plpgsql as $$
begin
  insert into group_members as m (group_id, user_id, role) values (new.id, new.creator_id, 'admin')
    on conflict (user_id, group_id) do update set role = 'admin' where m.role <> 'admin';
  return null;
end $$;
create trigger creator_is_admin after insert or update of creator_id on groups for each row
  when (new.creator_id is not null) execute function creator_is_admin();

-- Who runs a network: an admin by his role, or the one who made it.
create function is_group_admin(network groups, member uuid) returns boolean language sql stable as $$
  select coalesce(network.creator_id = member, false) or exists (select from group_members m
    where m.group_id = network.id and m.user_id = member and m.role = 'admin')
$$;

create table group_join_requests (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references groups (id) on delete cascade,
  requester_id uuid not null references profiles (id) on delete cascade,
  message text check (char_length(message) between 1 and 1000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reviewed_by uuid references profiles (id) on delete set null,
  reviewed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((status = 'pending') = (reviewed_at is null))
);
create unique index group_join_requests_one on group_join_requests (group_id, requester_id) where status = 'pending';
create index group_join_requests_by_group on group_join_requests (group_id, status, created_at desc, id desc);
create index group_join_requests_of on group_join_requests (requester_id);
create index group_join_requests_reviewed_by on group_join_requests (reviewed_by);

create table group_creation_requests (
  id uuid primary key default gen_random_uuid(),
  group_name text not null check (char_length(group_name) between 1 and 60 and group_name = tidy_name(group_name)),
  description text not null check (char_length(description) between 1 and 1000),
  location text check (char_length(location) between 1 and 120),
  user_id uuid references profiles (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text check (char_length(reason) between 1 and 1000),
  group_id uuid references groups (id) on delete set null,
  reviewed_by uuid references profiles (id) on delete set null,
  reviewed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((status = 'pending') = (reviewed_at is null)),
  check (status <> 'rejected' or reason is not null)
);
create index group_creation_requests_open on group_creation_requests (created_at desc, id desc) where status = 'pending';
create index group_creation_requests_of on group_creation_requests (user_id);
create index group_creation_requests_group on group_creation_requests (group_id);
create index group_creation_requests_reviewed_by on group_creation_requests (reviewed_by);

create table pods (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60 and name = tidy_name(name)),
  slug text not null generated always as (slug_of(name)) stored,
  description text check (char_length(description) between 1 and 1000),
  capacity integer not null default 6 check (capacity between 2 and 12),
  -- of pod_members, kept by a trigger
  current_members integer not null default 0,
  status text not null default 'active' check (status in ('active', 'deleted')),
  creator_id uuid references profiles (id) on delete set null,
  group_id uuid references groups (id) on delete set null,
  is_private boolean not null default false,
  meeting_frequency text check (meeting_frequency in ('weekly', 'bi-weekly', 'monthly', 'as-needed')),
  last_activity_at timestamptz(3) not null default now(),
  -- its place in the list for whoever is outside: when something was said in a private one he learns by the day, no closer
  listed_at timestamptz(3) not null generated always as (case when is_private
    then date_trunc('day', last_activity_at at time zone 'UTC') at time zone 'UTC' else last_activity_at end) stored,
  created_at timestamptz(3) not null default now(),
  -- in which it is searched: to put it together for each row that a search looks at is dear
  words text not null generated always as (lower(name) || ' ' || lower(coalesce(description, ''))) stored,
  constraint pods_capacity check (current_members between 0 and capacity)
);
-- a deleted pod frees its name
create unique index pods_slug on pods (slug) where status = 'active';
create unique index pods_name_looks on pods (name_looks(name)) where status = 'active';
create index pods_listed on pods (listed_at desc, id desc) where status = 'active';
-- what is put aside for it stays small: every message writes the row anew, and a long list would be read by each search
create index pods_by_words on pods using gin (words gin_trgm_ops)
  with (gin_pending_list_limit = 256) where status = 'active';
create index pods_of_creator on pods (creator_id);
create index pods_of_group on pods (group_id);

create table pod_members (
  id uuid primary key default gen_random_uuid(),
  pod_id uuid not null references pods (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  role text not null default 'member' check (role in ('member')),
  is_active boolean not null default true,
  joined_at timestamptz(3) not null default now(),
  unique (pod_id, user_id)
);
create index pod_members_of on pod_members (user_id);

create table pod_join_requests (
  id uuid primary key default gen_random_uuid(),
  pod_id uuid not null references pods (id) on delete cascade,
  requester_id uuid not null references profiles (id) on delete cascade,
  message text check (char_length(message) between 1 and 1000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reviewed_by uuid references profiles (id) on delete set null,
  reviewed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((status = 'pending') = (reviewed_at is null))
);
create unique index pod_join_requests_one on pod_join_requests (pod_id, requester_id) where status = 'pending';
create index pod_join_requests_by_pod on pod_join_requests (pod_id, status, created_at desc, id desc);
create index pod_join_requests_of on pod_join_requests (requester_id);
create index pod_join_requests_reviewed_by on pod_join_requests (reviewed_by);

-- Numbers of members follow the rows, also those that go with an account. A full pod refuses the row itself.
create function count_group_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update groups g set member_count = g.member_count + n.amount
      from (select group_id, count(*) as amount from new_rows group by group_id) n where g.id = n.group_id;
  else
    update groups g set member_count = g.member_count - o.amount
      from (select group_id, count(*) as amount from old_rows group by group_id) o where g.id = o.group_id;
  end if;
  return null;
end $$;
create trigger group_member_came after insert on group_members referencing new table as new_rows
  for each statement execute function count_group_members();
-- whoever made one before now
insert into group_members as m (group_id, user_id, role)
  select g.id, g.creator_id, 'admin' from groups g where g.creator_id is not null
  on conflict (user_id, group_id) do update set role = 'admin' where m.role <> 'admin';
create trigger group_member_went after delete on group_members referencing old table as old_rows
  for each statement execute function count_group_members();

create function count_pod_members() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update pods p set current_members = p.current_members - o.amount
      from (select pod_id, count(*) as amount from old_rows where is_active group by pod_id) o where p.id = o.pod_id;
  end if;
  if tg_op <> 'DELETE' then
    update pods p set current_members = p.current_members + n.amount
      from (select pod_id, count(*) as amount from new_rows where is_active group by pod_id) n where p.id = n.pod_id;
  end if;
  return null;
end $$;
create trigger pod_member_came after insert on pod_members referencing new table as new_rows
  for each statement execute function count_pod_members();
create trigger pod_member_went after delete on pod_members referencing old table as old_rows
  for each statement execute function count_pod_members();
create trigger pod_member_changed after update on pod_members referencing old table as old_rows new table as new_rows
  for each statement execute function count_pod_members();

-- Who wants mails about what happens around him (R-37), and the key by which a link in such a mail stops them. A row comes
-- with the first mail or the first wish; without one he wants them.
create table notice_wishes (
  member_id uuid primary key references profiles (id) on delete cascade,
  wanted boolean not null default true,
  key uuid not null unique default gen_random_uuid()
);
