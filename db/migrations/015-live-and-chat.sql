-- What happens while somebody looks: topics with a number for each event, taken in the transaction of the deed, so that
-- whoever was away asks for what came after the last number he saw and misses nothing.
create table topics (
  -- a kind, a colon and an id: 'pod:…', 'group:…'
  topic text primary key check (topic ~ '^[a-z]+:[0-9a-f-]{36}$'),
  -- the number of its last event
  seq bigint not null default 0,
  -- one more whenever somebody may no longer listen: who does is then asked anew
  audience bigint not null default 0
);

create table topic_events (
  topic text not null references topics (topic) on delete cascade,
  seq bigint not null,
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  -- what it is about; the words are read from where they are kept when it is told
  subject uuid,
  created_at timestamptz(3) not null default now(),
  primary key (topic, seq)
);
create index topic_events_by_age on topic_events (created_at);

-- The next number of the topic. Whoever writes to it next waits here until this transaction has ended: no gaps.
create function tell(target text, what text, about uuid) returns bigint language sql as $$
  with told as (
    insert into topics as t (topic, seq) values (target, 1) on conflict (topic) do update set seq = t.seq + 1 returning t.seq)
  insert into topic_events (topic, seq, kind, subject) select target, told.seq, what, about from told returning seq
$$;

create function ask_anew(targets text[]) returns void language sql as $$
  insert into topics as t (topic, audience) select target, 1 from unnest(targets) as target order by target
    on conflict (topic) do update set audience = t.audience + 1
$$;

-- Whoever leaves, is taken out, or stands before a door that was closed. By the triggers' names (they run in that order)
-- after the numbers of members: the pod's row first, then its topic, as whoever writes there does.
create function audience_of_group() returns trigger language plpgsql as $$
begin
  perform ask_anew(array(select distinct 'group:' || group_id from old_rows));
  return null;
end $$;
create trigger shuts_out after delete on group_members referencing old table as old_rows
  for each statement execute function audience_of_group();
create function audience_of_groups() returns trigger language plpgsql as $$
begin
  perform ask_anew(array['group:' || new.id]);
  return null;
end $$;
create trigger shuts_out_changed after update of is_public, status on groups for each row
  when (old.is_public is distinct from new.is_public or old.status is distinct from new.status)
  execute function audience_of_groups();
create function audience_of_pod() returns trigger language plpgsql as $$
begin
  perform ask_anew(array(select distinct 'pod:' || pod_id from old_rows));
  return null;
end $$;
create trigger shuts_out after delete on pod_members referencing old table as old_rows
  for each statement execute function audience_of_pod();
create trigger shuts_out_changed after update on pod_members referencing old table as old_rows
  for each statement execute function audience_of_pod();
create function audience_of_pods() returns trigger language plpgsql as $$
begin
  perform ask_anew(array['pod:' || new.id]);
  return null;
end $$;
create trigger shuts_out_changed after update of status on pods for each row
  when (old.status is distinct from new.status) execute function audience_of_pods();
-- The topic of one member: it goes with him.
create function forget_member_topic() returns trigger language plpgsql as $$
begin
  delete from topics where topic = 'member:' || old.id;
  return null;
end $$;
create trigger forget_topic after delete on profiles for each row execute function forget_member_topic();
-- one row, one more whenever a session ends before its time
create table session_ends (
  one boolean primary key default true check (one),
  amount bigint not null default 0
);
insert into session_ends default values;
create function session_ended() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then update session_ends set amount = amount + 1; end if;
  return null;
end $$;
create trigger session_ended after delete on "session" referencing old table as old_rows
  for each statement execute function session_ended();

-- Chat. `seq` is the number of the event that told it: the place in the room.
create table group_messages (
  id uuid primary key,
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid references profiles (id) on delete set null,
  content text not null check (char_length(content) between 1 and 4000),
  seq bigint not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index group_messages_in_order on group_messages (group_id, seq);
create index group_messages_of on group_messages (user_id);

create table pod_messages (
  id uuid primary key,
  pod_id uuid not null references pods (id) on delete cascade,
  user_id uuid references profiles (id) on delete set null,
  content text not null check (char_length(content) between 1 and 4000),
  message_type text not null default 'text' check (message_type in ('text')),
  seq bigint not null,
  created_at timestamptz(3) not null default now()
);
create unique index pod_messages_in_order on pod_messages (pod_id, seq);
create index pod_messages_of on pod_messages (user_id);

-- An id that was used does not come back (see 011).
alter table used_ids drop constraint used_ids_kind_check;
alter table used_ids add constraint used_ids_kind_check
  check (kind in ('posts', 'comments', 'group_messages', 'pod_messages'));
create function keep_used_message_id() returns trigger language plpgsql as $$
begin
  insert into used_ids (id, kind, author_id) values (old.id, tg_table_name, old.user_id) on conflict do nothing;
  return null;
end $$;
create trigger keep_used_id after delete on group_messages for each row when (pg_trigger_depth() = 0)
  execute function keep_used_message_id();
create trigger keep_used_id after delete on pod_messages for each row when (pg_trigger_depth() = 0)
  execute function keep_used_message_id();
create trigger id_is_new after insert on group_messages for each row execute function id_is_new();
create trigger id_is_new after insert on pod_messages for each row execute function id_is_new();

-- An id is one message, in whichever room it was sent.
create function id_is_unsent(message uuid) returns void language plpgsql as $$
begin
  if exists (select from pod_messages m where m.id = message) or exists (select from group_messages m where m.id = message) then
    raise unique_violation using constraint = 'sent_before';
  end if;
end $$;

-- A message: 'sent', 'again' (it was there already), 'missing' (no such room, or none of his). The topic's row is held before
-- it is asked whether he may: whoever leaves holds it, too, so nobody writes after he has left. Whoever was never in is told
-- so before anything is held.
create function send_message(room text, place uuid, sender uuid, message uuid, words text)
returns text language plpgsql as $$
declare number bigint;
begin
  if room = 'pod' then
    if not exists (select from pod_members m where m.pod_id = place and m.user_id = sender and m.is_active) then
      return 'missing';
    end if;
    update pods p set last_activity_at = greatest(now(), p.last_activity_at) where p.id = place and p.status = 'active';
    if not found then return 'missing'; end if;
    number := tell('pod:' || place, 'message.sent', message);
    if not exists (select from pod_members m where m.pod_id = place and m.user_id = sender and m.is_active) then
      raise insufficient_privilege using constraint = 'not_in_room';
    end if;
    perform id_is_unsent(message);
    insert into pod_messages (id, pod_id, user_id, content, seq) values (message, place, sender, words, number);
  else
    if not exists (select from group_members m where m.group_id = place and m.user_id = sender) then return 'missing'; end if;
    -- the network's row before its topic, as whoever comes and goes holds them
    perform from groups g where g.id = place and g.status = 'approved' for key share;
    if not found then return 'missing'; end if;
    number := tell('group:' || place, 'message.sent', message);
    if not exists (select from group_members m where m.group_id = place and m.user_id = sender) then
      raise insufficient_privilege using constraint = 'not_in_room';
    end if;
    perform id_is_unsent(message);
    insert into group_messages (id, group_id, user_id, content, seq) values (message, place, sender, words, number);
  end if;
  insert into facts (kind, actor_id, data) values ('message.sent', sender, jsonb_build_object('room', room, 'room_id', place, 'message_id', message));
  return 'sent';
exception
  -- nothing was told: the number is free again
  when insufficient_privilege then return 'missing';
  when unique_violation then return 'again';
end $$;

-- How far a member has read in a room.
create table chat_reads (
  user_id uuid not null references profiles (id) on delete cascade,
  topic text not null,
  seq bigint not null default 0,
  read_at timestamptz(3) not null default now(),
  primary key (user_id, topic)
);
create index chat_reads_by_topic on chat_reads (topic);
