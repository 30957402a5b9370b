-- What members are to one another, what they say of themselves, and what the administrators decide about what was written.

-- Kin. One row for two men, whichever of them asked.
create table connections (
  id uuid primary key default gen_random_uuid(),
  requester_id uuid not null references profiles (id) on delete cascade,
  addressee_id uuid not null references profiles (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz(3) not null default now(),
  accepted_at timestamptz(3),
  check (requester_id <> addressee_id),
  check ((status = 'accepted') = (accepted_at is not null))
);
create unique index connections_one on connections
  (least(requester_id, addressee_id), greatest(requester_id, addressee_id));
create index connections_incoming on connections (addressee_id, created_at desc, id desc) where status = 'pending';
create index connections_sent on connections (requester_id, created_at desc, id desc) where status = 'pending';
create index connections_of_requester on connections (requester_id, accepted_at desc, id desc);
create index connections_of_addressee on connections (addressee_id, accepted_at desc, id desc);

-- Who wants nothing to do with whom. Neither sees the other, and the blocked man is not told (R-38).
create table blocks (
  blocker_id uuid not null references profiles (id) on delete cascade,
  blocked_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id);
-- Whether one of the two has blocked the other; false where one of them is nobody.
create function are_apart(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from blocks b where b.blocker_id = one and b.blocked_id = other)
    or exists (select from blocks b where b.blocker_id = other and b.blocked_id = one)
$$;

-- What he told in the first minutes; the words are those of the contract.
create table user_interests (
  user_id uuid not null references profiles (id) on delete cascade,
  interest_name text not null check (char_length(interest_name) between 1 and 60),
  primary key (user_id, interest_name)
);
create table user_goals (
  user_id uuid not null references profiles (id) on delete cascade,
  goal_name text not null check (char_length(goal_name) between 1 and 60),
  primary key (user_id, goal_name)
);

-- Up to when he has seen what is new in each place, and which karma; his devices agree on it (R-12).
create table member_seen (
  member_id uuid primary key references profiles (id) on delete cascade,
  feed_at timestamptz(3) not null default now(),
  groups_at timestamptz(3) not null default now(),
  local_at timestamptz(3) not null default now(),
  profile_at timestamptz(3) not null default now(),
  karma integer not null default 0
);

-- Taken from everybody's eyes by an administrator, with the reason that its author reads; it can come back.
alter table posts add column removed_at timestamptz(3), add column removed_reason text
  check (char_length(removed_reason) between 1 and 1000);
alter table posts add constraint posts_removed check ((removed_at is null) = (removed_reason is null));
alter table comments add column removed_at timestamptz(3), add column removed_reason text
  check (char_length(removed_reason) between 1 and 1000);
alter table comments add constraint comments_removed check ((removed_at is null) = (removed_reason is null));
-- A suspended member cannot sign in, and is on no map.
alter table profiles_private add column suspended_at timestamptz(3), add column suspended_reason text
  check (char_length(suspended_reason) between 1 and 1000);
alter table profiles_private add constraint profiles_suspended check ((suspended_at is null) = (suspended_reason is null));
