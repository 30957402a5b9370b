-- Cases in which somebody may be in danger: whom the program wakes, and who has come (docs/decisions/024). One row for a case.
create table dangers (
  case_id uuid primary key references report_cases (id) on delete cascade,
  -- the first report of danger; a case can be older
  reported_at timestamptz(3) not null default now(),
  -- false once the case is decided
  is_open boolean not null default true,
  -- to each administrator
  mails smallint not null default 0 check (mails between 0 and 3),
  -- when the next mail is due; null: nobody has to be woken any more
  due_at timestamptz(3),
  -- the first administrator who opened it
  opened_by uuid references profiles (id) on delete set null,
  opened_at timestamptz(3),
  taken_by uuid references profiles (id) on delete set null,
  taken_at timestamptz(3),
  -- the latest word to the author; its id, so that a repeated request sends it once
  word_id uuid,
  word_by uuid references profiles (id) on delete set null,
  word_at timestamptz(3),
  constraint dangers_woken check (due_at is null or (is_open and opened_at is null))
);
create index dangers_open on dangers (reported_at, case_id) where is_open;
create index dangers_due on dangers (due_at) where due_at is not null;
create index dangers_opened_by on dangers (opened_by);
create index dangers_taken_by on dangers (taken_by);
create index dangers_word_by on dangers (word_by);
