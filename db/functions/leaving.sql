-- The room leaving owns these functions (src/server/leaving).
-- Promise: An account that is being deleted gets no session, no name and no new row; it is deleted only when nothing
-- refers to it that must be handed over first.
-- Reads: comment_votes, comments, departures, event_comments, group_members, groups, local_events, pod_members, pods,
--   post_votes, posts, profiles, user.
-- Triggers on: profiles, profiles_private, session.

-- Returns the fingerprint under which the username of a deleted account is reserved for a while.
create or replace function left_name(username text) returns bytea language sql immutable strict parallel safe as $$
  select sha256(convert_to(looks_of(username), 'UTF8'))
$$;

-- Refuses a session for an account that is being deleted. The name of the trigger puts it after the trigger of the foreign
-- key, which has waited by then for a running deletion.
create or replace function refuse_departing_session() returns trigger language plpgsql as $$
begin
  if exists (select from departures d where d.member_id = new."userId") then
    raise foreign_key_violation using message = 'this account is being deleted';
  end if;
  return null;
end $$;
create or replace trigger nobody_comes_back after insert on "session" for each row execute function refuse_departing_session();

-- Refuses to give an account that is being deleted its names or position again. The update has waited for the row, so it
-- sees the departure. The departure itself is written last, so that the account can be made anonymous.
create or replace function refuse_departing_profile() returns trigger language plpgsql as $$
begin
  if exists (select from departures d where d.member_id = new.id) then
    raise foreign_key_violation using message = 'this account is being deleted';
  end if;
  return new;
end $$;
create or replace trigger stays_nobody before update of username, display_name, bio, location, avatar_url on profiles for each row
  when ((old.username, old.display_name, old.bio, old.location, old.avatar_url)
    is distinct from (new.username, new.display_name, new.bio, new.location, new.avatar_url))
  execute function refuse_departing_profile();
create or replace trigger stays_nobody before update of first_name, last_name, date_of_birth, signed_in_at, local_mode_enabled, cell
  on profiles_private for each row
  when ((old.first_name, old.last_name, old.date_of_birth, old.signed_in_at, old.local_mode_enabled, old.cell)
    is distinct from (new.first_name, new.last_name, new.date_of_birth, new.signed_in_at, new.local_mode_enabled, new.cell))
  execute function refuse_departing_profile();

-- Keeps the account of the member from being deleted until the end of the transaction. It is taken before all other locks.
create or replace function lock_member(member uuid) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended(member::text, 19))
$$;

-- Returns whether the account can be deleted: no votes, memberships, networks, pods or future events are left, nor posts and
-- comments if the member wanted them deleted. Both rows of the member are locked from here on, so nothing new can refer to
-- them; transactions about events wait for the advisory lock.
create or replace function can_delete_account(member uuid) returns boolean language plpgsql as $$
declare
  removes boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(member::text, 19));
  perform from "user" u where u.id = member for update;
  perform from profiles p where p.id = member for update;
  select d.removes_posts into removes from departures d where d.member_id = member;
  return not (
    exists (select from post_votes v where v.user_id = member)
    or exists (select from comment_votes v where v.user_id = member)
    or exists (select from pod_members m where m.user_id = member)
    or exists (select from pods p where p.creator_id = member and p.status = 'active')
    or exists (select from group_members m where m.user_id = member)
    or exists (select from groups g where g.creator_id = member)
    or exists (select from local_events e where e.user_id = member and e.cancelled_at is null and e.ends_at > now())
    or (removes and (exists (select from posts p where p.author_id = member)
      or exists (select from comments k where k.author_id = member)
      or exists (select from event_comments k where k.user_id = member))));
end $$;
