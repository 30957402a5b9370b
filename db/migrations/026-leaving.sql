-- Whoever deletes his account (R-30). At once nothing of him is left that is his alone; what he had a part in is put in
-- order in steps after it, and then the account's row goes (docs/decisions/026).

-- Accounts on their way out: no key, nothing holds them but the steps to come. The row goes with the account's.
create table departures (
  member_id uuid primary key references "user" (id) on delete cascade,
  -- what he wrote goes, too; else it stays, by nobody
  removes_posts boolean not null,
  begun_at timestamptz(3) not null default now()
);
create index departures_begun on departures (begun_at);

-- Usernames of those who have gone: for a while nobody takes them and is taken for them. Kept as a fingerprint of what
-- remains of the name for a man who only glances at it.
create function left_name(username text) returns bytea language sql immutable strict parallel safe as $$
  select sha256(convert_to(looks_of(username), 'UTF8'))
$$;
create table left_names (
  looks bytea primary key,
  until timestamptz(3) not null default now() + interval '30 days'
);
create index left_names_until on left_names (until);

create or replace function hold_name() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(looks_of(new.username), 5));
  if tg_table_name = 'profiles' then
    perform from taken_sign_ups t where looks_of(t.username) = looks_of(new.username);
  else
    perform from profiles p where looks_of(p.username) = looks_of(new.username);
  end if;
  if found or exists (select from left_names l where l.looks = left_name(new.username) and l.until > now()) then
    raise unique_violation using message = 'this name is held';
  end if;
  return new;
end $$;

-- Nobody comes in any more. By its name after the foreign key's own trigger, which has waited by then for whoever deletes
-- the account.
create function nobody_comes_back() returns trigger language plpgsql as $$
begin
  if exists (select from departures d where d.member_id = new."userId") then
    raise foreign_key_violation using message = 'this account is being deleted';
  end if;
  return null;
end $$;
create trigger nobody_comes_back after insert on "session" for each row execute function nobody_comes_back();

-- Nor does nobody get his names again, from what was under way when he left: it has waited for the row by then, and sees
-- here that he has gone. His departure is written last, so that he can become nobody.
create function stays_nobody() returns trigger language plpgsql as $$
begin
  if exists (select from departures d where d.member_id = new.id) then
    raise foreign_key_violation using message = 'this account is being deleted';
  end if;
  return new;
end $$;
create trigger stays_nobody before update of username, display_name, bio, location, avatar_url on profiles for each row
  when ((old.username, old.display_name, old.bio, old.location, old.avatar_url)
    is distinct from (new.username, new.display_name, new.bio, new.location, new.avatar_url))
  execute function stays_nobody();
create trigger stays_nobody before update of first_name, last_name, date_of_birth, signed_in_at, local_mode_enabled, cell
  on profiles_private for each row
  when ((old.first_name, old.last_name, old.date_of_birth, old.signed_in_at, old.local_mode_enabled, old.cell)
    is distinct from (new.first_name, new.last_name, new.date_of_birth, new.signed_in_at, new.local_mode_enabled, new.cell))
  execute function stays_nobody();

-- A vote in a poll stays counted, by nobody.
alter table poll_votes alter column user_id drop not null;
alter table poll_votes drop constraint poll_votes_user_id_fkey;
alter table poll_votes add constraint poll_votes_user_id_fkey
  foreign key (user_id) references profiles (id) on delete set null;

-- What one man said, page by page: his own copy of it.
create index group_messages_by on group_messages (user_id, id);
drop index group_messages_of;
create index pod_messages_by on pod_messages (user_id, id);
drop index pod_messages_of;
create index event_comments_by on event_comments (user_id, id);
drop index event_comments_of;

-- Whether something holds him still: the account's row goes only when nothing does. Both of his rows are held from here on,
-- so nothing comes to be meanwhile; whoever does something at an event holds him by the first lock.
create function may_go(member uuid) returns boolean language plpgsql as $$
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
