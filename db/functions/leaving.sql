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

-- Refuses to change the profile of an account that is being deleted, so that a running request cannot store a name or a
-- position again. The arguments are the columns that may still change: counts and settings. Every other column is protected,
-- a new one too. The update has waited for the row, so it sees the departure. The departure itself is written last, so that
-- the account can be made anonymous.
create or replace function refuse_departing_profile() returns trigger language plpgsql as $$
begin
  if exists (select from departures d where d.member_id = new.id)
    and to_jsonb(old) - tg_argv is distinct from to_jsonb(new) - tg_argv then
    raise foreign_key_violation using message = 'this account is being deleted';
  end if;
  return new;
end $$;
create or replace trigger stays_nobody before update on profiles for each row
  execute function refuse_departing_profile('post_count', 'comment_count', 'kin_count', 'community_karma', 'community_score',
    'content_score', 'social_score', 'total_gamification_score', 'is_administrator', 'updated_at');
create or replace trigger stays_nobody before update on profiles_private for each row
  execute function refuse_departing_profile('dark_mode_enabled', 'onboarding_completed', 'onboarding_step', 'is_admin',
    'is_quotable', 'plan', 'suspended_at', 'suspended_reason', 'welcome_away_at');

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
