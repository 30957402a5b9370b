-- Categories, networks as far as visibility needs them, posts, comments and votes.
create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 60),
  slug text not null unique generated always as (replace(lower(name), ' ', '-')) stored,
  color text not null,
  description text check (char_length(description) <= 1000),
  -- general posts and posts of public networks only
  post_count integer not null default 0 check (post_count >= 0)
);

create table groups (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  slug text not null unique generated always as (replace(lower(name), ' ', '-')) stored,
  description text check (char_length(description) <= 1000),
  location text check (char_length(location) <= 120),
  is_public boolean not null default true,
  member_count integer not null default 0 check (member_count >= 0),
  status text not null default 'approved' check (status in ('pending', 'approved', 'rejected')),
  avatar_url text,
  banner_url text,
  creator_id uuid references profiles (id) on delete set null,
  created_at timestamptz(3) not null default now()
);

create table group_members (
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  role text not null default 'member' check (role in ('member', 'admin')),
  is_admin boolean not null generated always as (role = 'admin') stored,
  joined_at timestamptz(3) not null default now(),
  primary key (user_id, group_id)
);
create index group_members_by_group on group_members (group_id, user_id);

create table posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) between 1 and 40000),
  -- the parsed safe tree that the browser draws, and the first plain words of it for cards
  body jsonb not null,
  excerpt text not null check (char_length(excerpt) <= 400),
  type text not null check (type in ('text', 'question', 'poll')),
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  author_id uuid references profiles (id) on delete set null,
  category_id uuid not null references categories (id),
  group_id uuid references groups (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (updated_at >= created_at)
) with (fillfactor = 90);
create index posts_general on posts (created_at desc, id desc) where group_id is null;
create index posts_of_group on posts (group_id, created_at desc, id desc) where group_id is not null;
create index posts_of_category on posts (category_id, created_at desc, id desc);
create index posts_of_category_type on posts (category_id, type, created_at desc, id desc);
create index posts_of_author on posts (author_id, created_at desc, id desc);

create table comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts (id) on delete cascade,
  author_id uuid references profiles (id) on delete set null,
  content text not null check (char_length(content) between 1 and 10000),
  body jsonb not null,
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (updated_at >= created_at)
) with (fillfactor = 90);
create index comments_of_post on comments (post_id, created_at, id);
create index comments_of_author on comments (author_id, created_at desc, id desc);

create table post_votes (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  is_upvote boolean not null,
  primary key (user_id, post_id)
);
create index post_votes_of_post on post_votes (post_id);

create table comment_votes (
  comment_id uuid not null references comments (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  is_upvote boolean not null,
  primary key (user_id, comment_id)
);
create index comment_votes_of_comment on comment_votes (comment_id);
