-- What the program has found wrong with itself, and which process looks (docs/operating.md, "Mails about trouble"). At most one row.
create table doctor_watch (
  is_only boolean primary key default true check (is_only),
  -- the process that looks; null: none, so the next one that wants to
  holder uuid,
  looked_at timestamptz(3) not null,
  -- what is wrong, since when, and whether the operator was told (kernel/doctor/troubles)
  troubles jsonb not null check (jsonb_typeof(troubles) = 'array')
);
