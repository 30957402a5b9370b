-- Positions in the write-ahead log that a read replica must have replayed before it may be read (docs/decisions/058). Unlogged: a
-- mark costs no log and no flush. A crash or a promotion empties the table; the missing row of slot -1 then says that nothing is known.
create unlogged table write_marks (
  -- -1: of everyone; otherwise a hash of the member
  slot int primary key,
  lsn pg_lsn not null,
  -- in slot -1: the epoch since which the marks are complete
  epoch uuid,
  constraint write_marks_epoch check ((slot = -1) = (epoch is not null))
) with (fillfactor = 50);

-- The same epoch, in a table that is replicated: a replica that does not show it follows another history of the database.
create table replica_epoch (
  single boolean primary key default true check (single),
  epoch uuid not null
);
