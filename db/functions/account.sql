-- The room account owns these functions (src/server/account).
-- Promise: A username belongs to one account, also if two usernames only look alike. A suspended member has no session.
-- Reads: left_names, profiles, profiles_private, taken_sign_ups, user.
-- Triggers on: profiles, session, taken_sign_ups.

-- Returns what a username looks like: without case, dots, hyphens and underscores, with 0 as o and 1 and i as l.
-- Unique indexes use this function, so a changed body needs a migration that rebuilds them.
create or replace function looks_of(username text) returns text language sql immutable strict parallel safe
  return translate(lower(username), '01i._-', 'oll');

-- The same for usernames in small letters, where rn looks like m. Indexes use it.
create or replace function reads_username(username text) returns text language sql immutable strict parallel safe
  return replace(looks_of(username), 'm', 'rn');

-- Refuses a username that looks like one that is in use, is held by a sign-up, belonged to a member who left a short
-- time ago, or is reserved. The advisory lock makes two sign-ups with similar names wait for each other. Usernames that
-- were given before this rule stay.
create or replace function refuse_taken_username() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(reads_username(new.username), 5));
  if exists (select from profiles p where reads_username(p.username) = reads_username(new.username))
    or exists (select from taken_sign_ups t where reads_username(t.username) = reads_username(new.username))
    or exists (select from left_names l where l.looks = left_name(new.username) and l.until > now())
    or claims_office(new.username, true) then
    raise unique_violation using message = 'this name is held';
  end if;
  return new;
end $$;
create or replace trigger hold_name before insert on profiles for each row execute function refuse_taken_username();
create or replace trigger hold_name before insert on taken_sign_ups for each row execute function refuse_taken_username();

-- Refuses a session for a suspended member. It locks the private profile, so a session that is created while an
-- administrator suspends the member waits for the suspension, or the suspension waits for it and then ends it.
create or replace function refuse_suspended_session() returns trigger language plpgsql as $$
declare since timestamptz;
begin
  -- the account before its private profile, as a deletion locks them
  perform from "user" u where u.id = new."userId" for key share;
  select s.suspended_at into since from profiles_private s where s.id = new."userId" for share;
  if since is not null then
    raise check_violation using constraint = 'member_is_suspended', message = 'this member is suspended';
  end if;
  return new;
end $$;
create or replace trigger suspended_is_out before insert on "session" for each row execute function refuse_suspended_session();
