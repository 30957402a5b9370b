-- Events: something at a place and a time, for everyone or in a network.

-- The parent of about five miles that a cell of the grid lies in: its band times 32768 and its place in that band
-- (migration 018; parentOf in kernel/grid.ts counts alike).
create function cell_parent(cell integer) returns integer language sql immutable strict parallel safe as $$
  with round_ as (
    select cell / 32768 as row_,
      greatest(1, round(2 * pi() * 3959 * cosd(-90 + (cell / 32768 / 5 * 5 + 2.5) * 180 / 12315) / 5.05)) as parents)
  select row_ / 5 * 32768 + cell % 32768 / greatest(1,
    round(2 * pi() * 3959 * cosd(-90 + (row_ + 0.5) * 180 / 12315) / (1.01 * parents)))::integer
  from round_
$$;

create table local_events (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  description text check (char_length(description) between 1 and 10000),
  -- the parsed safe tree of the description
  body jsonb not null default '[]',
  -- a place or a part of town, for whoever sees the event
  location text not null check (char_length(location) between 1 and 120),
  -- where exactly: for those who attend
  address text check (char_length(address) between 1 and 300),
  -- on the calendar and the clock there (R-14)
  event_date date not null check (event_date between '2000-01-01' and '2199-12-31'),
  event_time time not null check (event_time < '24:00' and extract(second from event_time) = 0),
  -- at or before event_time: on the day after; null: two hours
  end_time time check (end_time < '24:00' and extract(second from end_time) = 0),
  time_zone text not null check (char_length(time_zone) between 1 and 60),
  -- the same as moments, written by a trigger
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at),
  -- the cell of its position; latitude and longitude are those of the cell's centre, never anything else
  cell integer check (is_cell(cell)),
  latitude double precision,
  longitude double precision,
  parent integer generated always as (cell_parent(cell)) stored,
  user_id uuid references profiles (id) on delete set null,
  group_id uuid references groups (id) on delete cascade,
  -- of event_attendees, kept by a trigger
  attendees_count integer not null default 0 check (attendees_count >= 0),
  cancelled_at timestamptz(3),
  -- one more with each change that was made of it and with its cancelling, as calendars count
  sequence integer not null default 0 check (sequence >= 0),
  -- a fingerprint of what it was made of: the same sent again is the same event, also when it was changed since
  made_of text check (char_length(made_of) = 32),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- in which it is searched: to put it together for each row that a search looks at is dear
  words text not null generated always as (
    lower(title) || ' ' || lower(location) || ' ' || lower(left(coalesce(description, ''), 500))) stored,
  check (updated_at >= created_at)
) with (fillfactor = 90,
  -- lists and weeks are read from their index alone, where the pages are known to be seen by all
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- listEvents and listWeek everywhere: from a day on, or of one day. With it what is asked of each row: the events of a day
-- lie far apart in the table, and to fetch hundreds of them is most of what a week costs.
create index local_events_by_day on local_events (event_date, event_time, id) include (group_id, user_id, cancelled_at);
-- the same around a place: of each parent near it
create index local_events_around on local_events (parent, event_date, event_time, id)
  include (group_id, user_id, cancelled_at, latitude, longitude) where parent is not null;
-- and of a cell, where a parent is cut by the circle and much of it may lie outside
create index local_events_in_cell on local_events (cell, event_date, event_time, id)
  include (group_id, user_id, cancelled_at) where cell is not null;
-- listGroupEvents
create index local_events_of_group on local_events (group_id, event_date desc, event_time desc, id desc)
  where group_id is not null;
-- those of an account that is deleted
create index local_events_of on local_events (user_id);
-- rare words; what is put aside for it stays small, because each search reads it
create index local_events_by_words on local_events using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);

-- When it is, as moments, whatever a statement says. A time that the clocks leave out or have twice is as PostgreSQL takes
-- it. Where they are put forward while it lasts, or over its very beginning, it is never over before it has begun.
create function time_event() returns trigger language plpgsql as $$
declare
  begins timestamp := new.event_date + new.event_time;
  lasts interval := case when new.end_time is null then interval '2 hours'
    when new.end_time > new.event_time then new.end_time - new.event_time
    else interval '24 hours' - (new.event_time - new.end_time) end;
begin
  new.starts_at := begins at time zone new.time_zone;
  new.ends_at := case when new.end_time is null then new.starts_at + lasts
    else (begins + lasts) at time zone new.time_zone end;
  if new.ends_at <= new.starts_at then new.ends_at := new.starts_at + lasts; end if;
  return new;
end $$;
create trigger time_event before insert or update of event_date, event_time, end_time, time_zone, starts_at, ends_at
  on local_events for each row execute function time_event();

-- Nothing else than the centre of the cell can be kept.
create function keep_only_event_cell() returns trigger language plpgsql as $$
begin
  new.latitude := cell_latitude(new.cell);
  new.longitude := cell_longitude(new.cell);
  return new;
end $$;
create trigger keep_only_cell before insert or update of cell, latitude, longitude on local_events
  for each row execute function keep_only_event_cell();

-- What is told about an event goes with it.
create function forget_event_topic() returns trigger language plpgsql as $$
begin
  delete from topics where topic = 'event:' || old.id;
  return null;
end $$;
create trigger forget_topic after delete on local_events for each row execute function forget_event_topic();

create table event_attendees (
  event_id uuid not null references local_events (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  -- the event's own day, and its number when he came: what was changed before that he knows already
  event_date date not null,
  sequence integer not null default 0,
  primary key (event_id, user_id)
);
-- the first who said so, on the event's page
create index event_attendees_first on event_attendees (event_id, created_at, user_id);
-- of one member: his calendar by its days, and his account when it is deleted
create index event_attendees_of on event_attendees (user_id, event_date, event_id);

-- As the event is, whatever a statement says; whoever lets somebody in holds its row.
create function date_attendee() returns trigger language plpgsql as $$
begin
  select e.event_date, e.sequence into new.event_date, new.sequence from local_events e where e.id = new.event_id;
  return new;
end $$;
create trigger date_attendee before insert on event_attendees for each row execute function date_attendee();
create function date_attendees() returns trigger language plpgsql as $$
begin
  update event_attendees set event_date = new.event_date where event_id = new.id;
  return null;
end $$;
create trigger date_attendees after update of event_date on local_events for each row
  when (new.event_date <> old.event_date) execute function date_attendees();

-- The number follows the rows, also those that go with an account: of several events the smaller id first.
create function count_event_attendees() returns trigger language plpgsql as $$
begin
  with change as materialized (
      select event_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end as amount from rows_ group by event_id),
    held as materialized (
      select e.id from local_events e where e.id in (select event_id from change) order by e.id for no key update)
  update local_events e set attendees_count = e.attendees_count + c.amount
    from change c join held h on h.id = c.event_id where e.id = c.event_id;
  return null;
end $$;
create trigger event_attendee_came after insert on event_attendees referencing new table as rows_
  for each statement execute function count_event_attendees();
create trigger event_attendee_went after delete on event_attendees referencing old table as rows_
  for each statement execute function count_event_attendees();

create table event_comments (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references local_events (id) on delete cascade,
  user_id uuid references profiles (id) on delete set null,
  content text not null check (char_length(content) between 1 and 10000),
  body jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index event_comments_of_event on event_comments (event_id, created_at, id);
create index event_comments_of on event_comments (user_id);

-- An id that was used does not come back (see 011).
alter table used_ids drop constraint used_ids_kind_check;
alter table used_ids add constraint used_ids_kind_check
  check (kind in ('posts', 'comments', 'group_messages', 'pod_messages', 'event_comments'));
create trigger keep_used_id after delete on event_comments for each row when (pg_trigger_depth() = 0)
  execute function keep_used_message_id();
create trigger id_is_new after insert on event_comments for each row execute function id_is_new();

-- His account is not deleted until this transaction ends. Taken before all else.
create function hold_member(member uuid) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended(member::text, 19))
$$;
-- Whoever is deleted waits for what he does himself, and then holds his events, the smaller id first, as everybody else
-- does: their rows are written anew by what goes with him, in whatever order that is.
create function hold_events_of() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(old.id::text, 19));
  perform from local_events e where e.id in (select a.event_id from event_attendees a where a.user_id = old.id
    union all select own.id from local_events own where own.user_id = old.id) order by e.id for no key update;
  return old;
end $$;
create trigger hold_events before delete on "user" for each row execute function hold_events_of();

-- Whether this man may see this event; it stays so until this transaction ends: its network is not shut, and he does not
-- leave it. Held before the event's own row, as hold_open is before the post's (docs/decisions/015).
create function hold_event(event uuid, member uuid) returns boolean language plpgsql as $$
declare
  network uuid;
begin
  perform hold_member(member);
  select e.group_id into network from local_events e where e.id = event;
  if not found then return false; end if;
  if hold_group(network) then return true; end if;
  perform from group_members m where m.group_id = network and m.user_id = member for key share;
  return found;
end $$;

-- Whether he attends from now on: 'done' (also when it was so before), 'missing', 'past' or 'cancelled'. Nobody joins what is
-- over (AMB-74) or cancelled; whoever is in may leave. Lock order: he himself, the network, his place in it, the event's row,
-- his own row, then the topic: of two who come at the same moment the second waits only for the first.
create function attend_event(event uuid, member uuid, going boolean) returns text language plpgsql as $$
declare
  ends timestamptz;
  cancelled timestamptz;
begin
  if not hold_event(event, member) then return 'missing'; end if;
  select e.ends_at, e.cancelled_at into ends, cancelled from local_events e where e.id = event for no key update;
  if not found then return 'missing'; end if;
  if going = exists (select from event_attendees a where a.event_id = event and a.user_id = member) then
    return 'done';
  end if;
  if going and cancelled is not null then return 'cancelled'; end if;
  if going and ends <= now() then return 'past'; end if;
  if going then
    insert into event_attendees (event_id, user_id) values (event, member);
  else
    delete from event_attendees a where a.event_id = event and a.user_id = member;
  end if;
  perform tell('event:' || event, 'attendance.changed', null);
  insert into facts (kind, actor_id, data) values (
    case when going then 'event.attended' else 'event.left' end, member, jsonb_build_object('event_id', event));
  return 'done';
end $$;

-- Mails that those who attend are still to get about a change: a row with the change, in its transaction; a job goes
-- through them by id, and writes down how far it has come together with the mails themselves.
create table event_notices (
  event_id uuid not null references local_events (id) on delete cascade,
  -- of the change
  sequence integer not null,
  -- what was changed
  fields text[] not null,
  created_at timestamptz(3) not null default now(),
  told_to uuid not null default '00000000-0000-0000-0000-000000000000',
  -- that failed since it last went on; after the last one it is put aside
  attempts integer not null default 0 check (attempts >= 0),
  -- when it is tried
  due_at timestamptz not null default now(),
  primary key (event_id, sequence)
);
create index event_notices_due on event_notices (due_at, event_id, sequence);

-- The address at which a calendar program reads what a member attends; whoever has the key has all of it.
create table calendar_feeds (
  user_id uuid primary key references profiles (id) on delete cascade,
  key uuid not null unique default gen_random_uuid(),
  created_at timestamptz(3) not null default now()
);
