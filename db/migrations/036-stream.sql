-- The stream of facts (docs/decisions/036). A reader reacts to facts in the transaction that moves its cursor. Facts are read
-- in the order of their transactions, and only those older than every transaction that still runs: a fact that commits late
-- cannot be skipped. Ids alone do not give that order, because they are taken before the commit.

-- Facts from before this migration have none: readers begin after them.
alter table facts add column xid xid8;
alter table facts alter column xid set default pg_current_xact_id();
create index facts_stream on facts (xid, id) where xid is not null;

create table readers (
  name text primary key check (name ~ '^[a-z_]+$'),
  -- the last fact that it has reacted to, as (xid, id)
  xid xid8 not null,
  fact_id bigint not null default 0
);

-- The next facts for one reader, oldest first, and null when another process is reading for it at this moment. The caller
-- moves the cursor in the same transaction. A reader seen for the first time begins
-- with what commits from now on, and with what was written since the oldest transaction that still runs began.
create function read_facts(reader text, most integer)
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

create function move_reader(reader text, to_xid xid8, to_fact bigint) returns void language sql as $$
  update readers set xid = to_xid, fact_id = to_fact where name = reader
$$;

-- In a database that was restored into a new cluster transactions are counted anew: what was written with numbers that are
-- still to come is brought back to the present. What a reader has not read yet keeps its place behind the cursor.
-- Called at the start, before anything is written.
create function rebase_stream() returns void language plpgsql as $$
declare
  now_ xid8 := pg_current_xact_id();
  reader readers;
begin
  if not exists (select from readers r where r.xid > now_) and not exists (select from facts f where f.xid > now_) then
    return;
  end if;
  lock table facts in share row exclusive mode;
  -- the same fact may be unread by one reader and read by another: reacting twice is harmless, so the furthest behind counts
  select * into reader from readers r order by r.xid, r.fact_id limit 1;
  update facts f set xid = null where f.xid is not null and (f.xid, f.id) <= (reader.xid, reader.fact_id);
  update facts f set xid = now_ where f.xid > now_;
  update readers set xid = pg_snapshot_xmin(pg_current_snapshot()), fact_id = 0;
end $$;

-- Switches: "never use what I write" of a member and of a network, and the assistant of the whole instance.
alter table profiles_private add column is_quotable boolean not null default true;
alter table groups add column is_quotable boolean not null default true;
create table assistant_settings (
  is_one boolean primary key default true check (is_one),
  is_on boolean not null default true
);
insert into assistant_settings default values;
-- Which plan a member is on; its name is one of contract/plans-words.ts.
alter table profiles_private add column plan text not null default 'Free'
  check (plan in ('Free', 'Basic Dad', 'Wise Dad', 'Superdad'));
