-- Names that look alike are one name: whatever their case and their dots, and 0 for o, 1 or i for l.
create function looks_of(username text) returns text language sql immutable strict parallel safe
  return translate(lower(username), '01i._-', 'oll');
-- Two that were given before this rule: people decide who keeps the name, not a migration.
do $$
declare twins text;
begin
  select string_agg(names, '; ') into twins from (
    select string_agg(username, ' and ' order by username) as names from profiles
    group by looks_of(username) having count(*) > 1 limit 10) t;
  if twins is not null then
    raise exception 'Usernames that look alike: %. Rename one of each (in "user" and profiles), then start again.', twins;
  end if;
end $$;
create unique index profiles_username_looks on profiles (looks_of(username));

-- Sign-ups with the address of somebody who has an account. They were answered as any other; so that nothing tells them
-- apart later, they hold their name and know their password for as long as a sign-up that nobody verifies.
create table taken_sign_ups (
  user_id uuid primary key references "user" (id) on delete cascade,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,30}$'),
  password text not null,
  created_at timestamptz(3) not null default now()
);
create unique index taken_sign_ups_looks on taken_sign_ups (looks_of(username));
create index taken_sign_ups_created on taken_sign_ups (created_at);

-- One name is held in one of the two places, whichever process gives it out.
create function hold_name() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(looks_of(new.username), 5));
  if tg_table_name = 'profiles' then
    perform from taken_sign_ups t where looks_of(t.username) = looks_of(new.username);
  else
    perform from profiles p where looks_of(p.username) = looks_of(new.username);
  end if;
  if found then
    raise unique_violation using message = 'this name is held';
  end if;
  return new;
end $$;
create trigger hold_name before insert on profiles for each row execute function hold_name();
create trigger hold_name before insert on taken_sign_ups for each row execute function hold_name();

-- Whether somebody has ever signed in to it: only an account that nobody verified or used may be forgotten.
alter table profiles_private add column signed_in_at timestamptz(3);
update profiles_private p set signed_in_at = now() where exists (select from known_devices d where d.user_id = p.id)
  or exists (select from session s where s."userId" = p.id)
  or exists (select from profiles f where f.id = p.id and (f.post_count > 0 or f.comment_count > 0));
create index profiles_private_unused on profiles_private (id) where signed_in_at is null;

-- Whether a browser's key was given out by us.
create index known_devices_token on known_devices (token_hash);
create index known_devices_seen on known_devices (last_seen_at);

-- What a new password ends, and what is forgotten when it is over.
create index verification_value on "verification" ("value");
create index verification_expires on "verification" ("expiresAt");
create index session_expires on "session" ("expiresAt");

-- Sign-ups that nobody verified are forgotten after a while.
create index user_unverified on "user" ("createdAt") where not "emailVerified";
