-- The room events owns these functions (src/server/events).
-- Promise: An event stores the moments at which it starts and ends, only the centre of a grid cell as its position, and
-- an exact number of attendees. Who attended is fixed when the event begins.
-- Writes: event_attended, event_attendees, local_events.
-- Reads: group_members.
-- Triggers on: event_attendees, local_events, user.

-- Computes when the event starts and ends from its local date, time and time zone. PostgreSQL decides what a time means
-- that the clocks skip or repeat. If the clocks change during the event, it still ends after it starts.
create or replace function set_event_times() returns trigger language plpgsql as $$
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
create or replace trigger time_event before insert or update of event_date, event_time, end_time, time_zone, starts_at, ends_at
  on local_events for each row execute function set_event_times();

-- Replaces the position of the event by the centre of its cell, so that no exact position can be stored.
create or replace function snap_event_to_cell() returns trigger language plpgsql as $$
begin
  new.latitude := cell_latitude(new.cell);
  new.longitude := cell_longitude(new.cell);
  return new;
end $$;
create or replace trigger keep_only_cell before insert or update of cell, latitude, longitude on local_events
  for each row execute function snap_event_to_cell();

create or replace trigger forget_topic after delete on local_events for each row execute function forget_topic('event');

-- Copies the date and the sequence number of the event into a new attendance. The caller locks the event.
create or replace function set_attendee_date() returns trigger language plpgsql as $$
begin
  select e.event_date, e.sequence into new.event_date, new.sequence from local_events e where e.id = new.event_id;
  return new;
end $$;
create or replace trigger date_attendee before insert on event_attendees for each row execute function set_attendee_date();

-- Copies a changed date of the event into its attendances.
create or replace function update_attendee_dates() returns trigger language plpgsql as $$
begin
  update event_attendees set event_date = new.event_date where event_id = new.id;
  update event_attended set event_date = new.event_date where event_id = new.id;
  return null;
end $$;
create or replace trigger date_attendees after update of event_date on local_events for each row
  when (new.event_date <> old.event_date) execute function update_attendee_dates();

-- Changes the number of attendees when attendances are inserted or deleted, also when an account is deleted. Events are
-- locked in order of id.
create or replace function count_event_attendees() returns trigger language plpgsql as $$
begin
  with change as materialized (
      select event_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end as amount from rows_ group by event_id),
    held as materialized (
      select e.id from local_events e where e.id in (select event_id from change) order by e.id for no key update)
  update local_events e set attendees_count = e.attendees_count + c.amount
    from change c join held h on h.id = c.event_id where e.id = c.event_id;
  return null;
end $$;
create or replace trigger event_attendee_came after insert on event_attendees referencing new table as rows_
  for each statement execute function count_event_attendees();
create or replace trigger event_attendee_went after delete on event_attendees referencing old table as rows_
  for each statement execute function count_event_attendees();

-- Before an account is deleted, waits for the member's running transactions (lock_member) and locks the member's events in
-- order of id, because their rows will change.
create or replace function lock_events_of_member() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(old.id::text, 19));
  perform from local_events e where e.id in (select a.event_id from event_attendees a where a.user_id = old.id
    union all select a.event_id from event_attended a where a.user_id = old.id
    union all select own.id from local_events own where own.user_id = old.id) order by e.id for no key update;
  return old;
end $$;
create or replace trigger hold_events before delete on "user" for each row execute function lock_events_of_member();

-- Returns whether the member may see the event, and keeps that true until the end of the transaction: its network is not
-- made private and the member does not leave it. It is taken before the event's row is locked, like lock_writable_post for posts
-- (docs/decisions/015-holding-a-post.md).
create or replace function lock_visible_event(event uuid, member uuid) returns boolean language plpgsql as $$
declare
  network uuid;
  creator uuid;
begin
  perform lock_member(member);
  select e.group_id, e.user_id into network, creator from local_events e where e.id = event;
  if not found or is_blocked_between(member, creator) then return false; end if;
  if lock_group(network) then return true; end if;
  perform from group_members m where m.group_id = network and m.user_id = member for key share;
  return found;
end $$;

-- Marks an event that has started as begun, once, and stores who attended. Members who said that they attend before the
-- start count, however late this runs. Returns true if this call marked it. The caller has locked the network (shared).
create or replace function begin_held_event(event uuid) returns boolean language plpgsql as $$
begin
  update local_events e set begun_at = now()
    where e.id = event and e.begun_at is null and e.cancelled_at is null and e.starts_at <= now();
  if not found then return false; end if;
  insert into event_attended (event_id, user_id, event_date)
    select a.event_id, a.user_id, e.event_date from event_attendees a join local_events e on e.id = a.event_id
    where e.id = event and a.created_at <= e.starts_at order by a.user_id;
  return true;
end $$;

-- Returns why nobody can join the event any more: 'past' or 'cancelled', or null if members can join it.
create or replace function why_not_attend(planned local_events) returns text language sql stable as $$
  select case when planned.cancelled_at is not null then 'cancelled' when planned.ends_at <= now() then 'past' end
$$;

-- Sets whether the member attends. Returns 'done' (also if nothing changed), 'missing', 'past' or 'cancelled'. A member cannot
-- join an event that is over or cancelled, but can leave it. Attendance at the start is stored first.
-- Lock order: the member, the network, the membership, the event, the attendance, the topic. If two members join at the
-- same time, the second one waits for the first.
create or replace function attend_event(event uuid, member uuid, going boolean) returns text language plpgsql as $$
declare
  reason text;
begin
  if not lock_visible_event(event, member) then return 'missing'; end if;
  select why_not_attend(e) into reason from local_events e where e.id = event for no key update;
  if not found then return 'missing'; end if;
  if going = exists (select from event_attendees a where a.event_id = event and a.user_id = member) then
    return 'done';
  end if;
  if going and reason is not null then return reason; end if;
  perform begin_held_event(event);
  if going then
    insert into event_attendees (event_id, user_id) values (event, member);
  else
    delete from event_attendees a where a.event_id = event and a.user_id = member;
  end if;
  perform tell('event:' || event, 'attendance.changed', null);
  perform write_fact(
    case when going then 'event.attended' else 'event.left' end, member, jsonb_build_object('event_id', event));
  return 'done';
end $$;

-- The same as begin_held_event for a caller that holds no lock. Lock order: the network, the event.
create or replace function begin_event(event uuid) returns boolean language plpgsql as $$
declare
  network uuid;
begin
  select e.group_id into network from local_events e where e.id = event;
  if not found then return false; end if;
  perform lock_group(network);
  return begin_held_event(event);
end $$;

-- If a begun event is moved to a later time or cancelled, it has not begun any more. Its name puts it after time_event.
create or replace function unbegin_event() returns trigger language plpgsql as $$
begin
  new.begun_at := null;
  return new;
end $$;
create or replace trigger unbegin_event before update on local_events for each row
  when (old.begun_at is not null and (new.starts_at > now() or new.cancelled_at is not null))
  execute function unbegin_event();

-- Deletes who attended an event that has not begun any more, or that is deleted.
create or replace function forget_attended() returns trigger language plpgsql as $$
begin
  delete from event_attended a where a.event_id = old.id;
  return old;
end $$;
create or replace trigger forget_attended after update on local_events for each row
  when (old.begun_at is not null and new.begun_at is null) execute function forget_attended();

-- Runs before the delete, because karma must still know the network of the event.
create or replace trigger forget_attended_with_event before delete on local_events for each row
  when (old.begun_at is not null) execute function forget_attended();
