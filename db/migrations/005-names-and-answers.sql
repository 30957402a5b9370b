-- Names that look alike are one name: whatever their case and their dots, and 0 for o, 1 or i for l.
create function looks_of(username text) returns text language sql immutable strict parallel safe
  return translate(lower(username), '01i._-', 'oll');
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

-- Whether somebody has ever signed in to it: only an account that nobody verified or used may be forgotten.
alter table profiles_private add column signed_in_at timestamptz(3);
update profiles_private p set signed_in_at = now() where exists (select from known_devices d where d.user_id = p.id);

-- Whether a browser's key was given out by us.
create index known_devices_token on known_devices (token_hash);

-- What a new password ends, and what is forgotten when it is over.
create index verification_value on "verification" ("value");
create index verification_expires on "verification" ("expiresAt");
create index session_expires on "session" ("expiresAt");

-- Sign-ups that nobody verified are forgotten after a while.
create index user_unverified on "user" ("createdAt") where not "emailVerified";
