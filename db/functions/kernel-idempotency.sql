-- The kernel owns these functions (src/server/kernel/idempotency.ts).
-- Promise: The id of a deleted item is never used again for an item of the same kind.
-- Writes: used_ids.
-- Triggers on: comments, event_comments, group_messages, pod_messages, posts.

-- Returns a fingerprint of a text, to recognize a repeated request.
create or replace function text_fingerprint(title text, content text) returns text language sql immutable parallel safe as $$
  select md5(md5(title) || md5(content))
$$;

-- Stores the id and the author of a deleted post or comment.
create or replace function keep_used_id() returns trigger language plpgsql as $$
begin
  insert into used_ids (id, kind, author_id) values (old.id, tg_table_name, old.author_id) on conflict do nothing;
  return null;
end $$;
create or replace trigger keep_used_id after delete on posts for each row execute function keep_used_id();
create or replace trigger keep_used_id after delete on comments for each row when (pg_trigger_depth() = 0)
  execute function keep_used_id();

-- The same for messages and comments of events, whose author is in another column.
create or replace function keep_used_message_id() returns trigger language plpgsql as $$
begin
  insert into used_ids (id, kind, author_id) values (old.id, tg_table_name, old.user_id) on conflict do nothing;
  return null;
end $$;
create or replace trigger keep_used_id after delete on group_messages for each row when (pg_trigger_depth() = 0)
  execute function keep_used_message_id();
create or replace trigger keep_used_id after delete on pod_messages for each row when (pg_trigger_depth() = 0)
  execute function keep_used_message_id();
create or replace trigger keep_used_id after delete on event_comments for each row when (pg_trigger_depth() = 0)
  execute function keep_used_message_id();

-- Refuses an id that was used before. It runs after the insert, which has waited by then for a running deletion.
create or replace function id_is_new() returns trigger language plpgsql as $$
begin
  if exists (select from used_ids u where u.id = new.id and u.kind = tg_table_name) then
    raise unique_violation using constraint = 'id_is_new', message = 'what had this id has been deleted';
  end if;
  return null;
end $$;
create or replace trigger id_is_new after insert on posts for each row execute function id_is_new();
create or replace trigger id_is_new after insert on comments for each row execute function id_is_new();
create or replace trigger id_is_new after insert on group_messages for each row execute function id_is_new();
create or replace trigger id_is_new after insert on pod_messages for each row execute function id_is_new();
create or replace trigger id_is_new after insert on event_comments for each row execute function id_is_new();
