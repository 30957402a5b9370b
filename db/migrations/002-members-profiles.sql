-- What a member shows, and what he keeps to himself. One account has exactly one of each, made in the same statement.
create table profiles (
  id uuid primary key references "user" ("id") on delete cascade,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,30}$' and lower(username) <> 'unknown'),
  display_name text check (char_length(display_name) between 1 and 80),
  avatar_url text,
  bio text check (char_length(bio) <= 500),
  location text check (char_length(location) <= 120),
  community_karma integer not null default 0,
  post_count integer not null default 0 check (post_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  kin_count integer not null default 0 check (kin_count >= 0),
  community_score integer not null default 0,
  content_score integer not null default 0,
  social_score integer not null default 0,
  total_gamification_score integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index profiles_username_key on profiles (lower(username));

create table profiles_private (
  id uuid primary key references profiles (id) on delete cascade,
  first_name text check (char_length(first_name) <= 80),
  last_name text check (char_length(last_name) <= 80),
  date_of_birth date,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  local_mode_enabled boolean not null default false,
  dark_mode_enabled boolean not null default false,
  onboarding_completed boolean,
  is_admin boolean not null default false,
  check ((latitude is null) = (longitude is null))
);

create function profiles_of_new_user() returns trigger language plpgsql as $$
begin
  insert into profiles (id, username, display_name, created_at, updated_at)
    values (new.id, coalesce(new."displayUsername", new.username), left(new.name, 80), new."createdAt", new."createdAt");
  insert into profiles_private (id) values (new.id);
  insert into facts (kind, actor_id, data) values ('member.joined', new.id, '{}');
  return new;
end $$;

-- Facts: who did what, written in the transaction of the deed itself. Karma, badges, mail and search read them later.
create table facts (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  actor_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);

create trigger profiles_of_new_user after insert on "user" for each row execute function profiles_of_new_user();
