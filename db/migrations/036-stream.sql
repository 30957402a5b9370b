-- The stream of facts (docs/decisions/036). A reader reacts to facts in the transaction that moves its cursor. Facts are read
-- in the order of their transactions, and only those older than every transaction that still runs: a fact that commits late
-- cannot be skipped. Ids alone do not give that order, because they are taken before the commit.

-- Facts from before this migration have none: readers begin after them.
alter table facts add column xid xid8;
alter table facts alter column xid set default pg_current_xact_id();
-- Facts are not written while it is built; it is empty, so that takes as long as reading the table once.
create index facts_stream on facts (xid, id) where xid is not null;

create table readers (
  name text primary key check (name ~ '^[a-z_]+$'),
  -- the last fact that it has reacted to, as (xid, id)
  xid xid8 not null,
  fact_id bigint not null default 0
);

-- Facts that a reader could not react to, however often it tried: it has gone on without them.
create table parked_facts (
  reader text not null,
  fact_id bigint not null,
  -- the kind of the error, and its code
  failure text not null check (char_length(failure) between 1 and 300),
  at timestamptz(3) not null default now(),
  primary key (reader, fact_id)
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

-- In a database that was restored into a new cluster transactions are counted anew. A number that is still to come stands in no
-- fact that this cluster has committed: it is at least the xmax of the snapshot that sees the fact. Then all numbers are brought
-- back to the present. Called at every start, before this process writes anything; others may be writing.
create function rebase_stream() returns void language plpgsql as $$
declare
  reader readers;
begin
  if not is_stream_ahead() then return; end if;
  lock table facts in share row exclusive mode;
  -- another process may have done it meanwhile
  if not is_stream_ahead() then return; end if;
  -- One reader may have read a fact that another has not. Reacting twice is harmless, so the reader furthest behind decides:
  -- what it has read needs no number any more, and all that is left comes after every cursor. A fact with a greater id may
  -- have been written in this cluster already, with a low number.
  select * into reader from readers r order by r.xid, r.fact_id limit 1;
  update facts f set xid = null where f.xid is not null and (f.xid, f.id) <= (reader.xid, reader.fact_id)
    and (reader.fact_id = 0 or f.id <= reader.fact_id);
  update facts f set xid = pg_current_xact_id() where f.xid is not null;
  update readers set xid = pg_snapshot_xmin(pg_current_snapshot()), fact_id = 0;
end $$;

create function is_stream_ahead() returns boolean language sql as $$
  select exists (select from readers r where r.xid >= pg_snapshot_xmax(pg_current_snapshot()))
    or exists (select from facts f where f.xid >= pg_snapshot_xmax(pg_current_snapshot()))
$$;

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
