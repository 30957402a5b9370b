-- The kernel owns these functions (src/server/kernel/live).
-- Promise: Events of a live topic are numbered without gaps, and a change of who may hear a topic reaches every process.
-- Writes: session_ends, topic_events, topics.
-- Triggers on: session.

-- Publishes an event on a topic and returns its number. The topic stays locked until the end of the transaction, so the next
-- writer waits and numbers have no gaps.
create or replace function tell(target text, what text, about uuid) returns bigint language sql as $$
  with told as (
    insert into topics as t (topic, seq) values (target, 1) on conflict (topic) do update set seq = t.seq + 1 returning t.seq)
  insert into topic_events (topic, seq, kind, subject) select target, told.seq, what, about from told returning seq
$$;

-- Makes every process check again who may hear these topics. Topics are locked in order of name.
create or replace function recheck_audience(targets text[]) returns void language sql as $$
  insert into topics as t (topic, audience) select target, 1 from unnest(targets) as target order by target
    on conflict (topic) do update set audience = t.audience + 1
$$;

-- Deletes the live topic of a deleted row. The argument is the kind of the topic. Each room has such a trigger on the table
-- that its topics are about.
create or replace function forget_topic() returns trigger language plpgsql as $$
begin
  delete from topics where topic = tg_argv[0] || ':' || old.id;
  return null;
end $$;

-- Counts ended sessions, so that every process checks its live connections.
create or replace function session_ended() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then update session_ends set amount = amount + 1; end if;
  return null;
end $$;
create or replace trigger session_ended after delete on "session" referencing old table as old_rows
  for each statement execute function session_ended();
