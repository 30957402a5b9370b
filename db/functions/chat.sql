-- The room chat owns these functions (src/server/chat).
-- Promise: A message is stored once, with the next number of its room, and only while its sender belongs to the room.
-- Writes: group_messages, pod_messages, pods.
-- Reads: group_members, groups, pod_members.

-- Raises unique_violation if a message with this id exists in any pod or network.
create or replace function refuse_sent_id(message uuid) returns void language plpgsql as $$
begin
  if exists (select from pod_messages m where m.id = message) or exists (select from group_messages m where m.id = message) then
    raise unique_violation using constraint = 'sent_before';
  end if;
end $$;

-- Stores a message. Returns 'sent', 'again' if the id was sent before, or 'missing' if there is no such room or the sender
-- does not belong to it, or 'ended' if the pod has ended. `room` is 'pod' or 'group'.
-- Membership is checked before anything is locked, and again after tell() has locked the topic. A member who leaves locks
-- the topic too, so no message arrives after its sender has left.
create or replace function send_message(room text, place uuid, sender uuid, message uuid, words text)
returns text language plpgsql as $$
declare number bigint;
begin
  if room = 'pod' then
    if not exists (select from pod_members m where m.pod_id = place and m.user_id = sender and m.is_active) then
      return 'missing';
    end if;
    update pods p set last_activity_at = greatest(now(), p.last_activity_at) where p.id = place and p.status = 'active';
    if not found then
      return case when exists (select from pods p where p.id = place and p.status = 'ended') then 'ended' else 'missing' end;
    end if;
    number := tell('pod:' || place, 'message.sent', message);
    if not exists (select from pod_members m where m.pod_id = place and m.user_id = sender and m.is_active) then
      raise insufficient_privilege using constraint = 'not_in_room';
    end if;
    perform refuse_sent_id(message);
    insert into pod_messages (id, pod_id, user_id, content, seq) values (message, place, sender, words, number);
  else
    if not exists (select from group_members m where m.group_id = place and m.user_id = sender) then return 'missing'; end if;
    -- the network before its topic, as members who join and leave lock them
    perform from groups g where g.id = place and g.status = 'approved' for key share;
    if not found then return 'missing'; end if;
    number := tell('group:' || place, 'message.sent', message);
    if not exists (select from group_members m where m.group_id = place and m.user_id = sender) then
      raise insufficient_privilege using constraint = 'not_in_room';
    end if;
    perform refuse_sent_id(message);
    insert into group_messages (id, group_id, user_id, content, seq) values (message, place, sender, words, number);
  end if;
  perform write_fact('message.sent', sender, jsonb_build_object('room', room, 'room_id', place, 'message_id', message));
  return 'sent';
exception
  -- the event was rolled back: its number is free again
  when insufficient_privilege then return 'missing';
  when unique_violation then return 'again';
end $$;

-- Stores the message that stands for the recap of a round. `close_round` calls it once for a round, in its transaction and
-- after it has locked the pod. The text is for clients that do not show recaps; the recap itself is read from the check-ins.
create or replace function post_recap(pod uuid, round uuid, nth integer) returns void language plpgsql as $$
declare
  made uuid := gen_random_uuid();
  number bigint := tell('pod:' || pod, 'message.sent', made);
begin
  insert into pod_messages (id, pod_id, content, seq, round_id) values (made, pod, 'Recap of round ' || nth, number, round);
end $$;

-- Stores a line about the rounds of a pod. `words` are without the name of the member, who is read when the line is shown; null if
-- no member did it. The caller has locked the pod.
create or replace function post_note(pod uuid, kind text, member uuid, words text) returns void language plpgsql as $$
declare
  made uuid := gen_random_uuid();
  number bigint := tell('pod:' || pod, 'message.sent', made);
begin
  insert into pod_messages (id, pod_id, content, seq, note, noted_by) values (made, pod, words, number, kind, member);
end $$;

-- Returns when the member last wrote in the pod; null if he never did.
create or replace function last_pod_message(pod uuid, member uuid) returns timestamptz language sql stable as $$
  select max(m.created_at) from pod_messages m where m.pod_id = pod and m.user_id = member
$$;
