-- The kernel owns these functions (src/server/kernel/stream).
-- Promise: A reader gets every fact once, in the order of transactions, also facts that commit late
-- (docs/decisions/036-the-stream.md).
-- Writes: facts, readers.

-- Writes a fact in the transaction of the caller. Functions of rooms call it after a change; in TypeScript it is `record` or
-- `factOf`. It is PL/pgSQL, because a session keeps the plans of such a function.
create or replace function write_fact(kind text, actor uuid, data jsonb) returns void language plpgsql as $$
begin
  insert into facts (kind, actor_id, data) values (write_fact.kind, actor, write_fact.data);
end $$;

-- Returns the next facts for a reader, oldest first; no rows if another process is reading for it. The caller moves the
-- cursor in the same transaction. A new reader begins with what commits from now on, and with what was written since the
-- oldest running transaction began.
create or replace function read_facts(reader text, most integer)
  returns table (xid xid8, id bigint, kind text, actor_id uuid, data jsonb, created_at timestamptz) language plpgsql as $$
declare
  place readers;
begin
  insert into readers (name, xid) values (reader, pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing;
  select * into place from readers r where r.name = reader for update skip locked;
  if not found then return; end if;
  return query select f.xid, f.id, f.kind, f.actor_id, f.data, f.created_at::timestamptz from facts f
    where (f.xid, f.id) > (place.xid, place.fact_id) and f.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by f.xid, f.id limit most;
end $$;

-- Moves the cursor of a reader.
create or replace function move_reader(reader text, to_xid xid8, to_fact bigint) returns void language sql as $$
  update readers set xid = to_xid, fact_id = to_fact where name = reader
$$;

-- Returns whether a fact or a cursor has a transaction number that this cluster has not used yet: the database was restored
-- into a new cluster.
create or replace function is_stream_ahead() returns boolean language sql as $$
  select exists (select from readers r where r.xid >= pg_snapshot_xmax(pg_current_snapshot()))
    or exists (select from facts f where f.xid >= pg_snapshot_xmax(pg_current_snapshot()))
$$;

-- Gives the facts of a restored database numbers of the new cluster. Every start calls it before this process writes; other
-- processes may be writing. A number that is at least the xmax of the snapshot cannot belong to a committed fact.
create or replace function rebase_stream() returns void language plpgsql as $$
declare
  reader readers;
begin
  if not is_stream_ahead() then return; end if;
  lock table facts in share row exclusive mode;
  -- another process may have done it while this one waited
  if not is_stream_ahead() then return; end if;
  -- One reader may have read a fact that another has not. Reacting twice is harmless, so the reader that is furthest behind
  -- decides: what it has read needs no number any more, and everything else comes after every cursor. A fact with a greater
  -- id may have been written in this cluster already, with a low number.
  select * into reader from readers r order by r.xid, r.fact_id limit 1;
  update facts f set xid = null where f.xid is not null and (f.xid, f.id) <= (reader.xid, reader.fact_id)
    and (reader.fact_id = 0 or f.id <= reader.fact_id);
  update facts f set xid = pg_current_xact_id() where f.xid is not null;
  update readers set xid = pg_snapshot_xmin(pg_current_snapshot()), fact_id = 0;
end $$;
