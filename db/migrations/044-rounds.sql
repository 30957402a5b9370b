-- Rounds of a pod: its rhythm, its rounds, and the check-ins of its members (docs/decisions/052).

-- A pod with a row here has rounds; a pod without one is a chat.
create table rhythms (
  pod_id uuid primary key references pods (id) on delete cascade,
  -- 1 is Monday, 7 is Sunday
  weekday smallint not null check (weekday between 1 and 7),
  local_time time(0) not null,
  time_zone text not null check (char_length(time_zone) between 1 and 60),
  weeks smallint not null check (weeks in (1, 2, 4)),
  season_rounds smallint not null default 8 check (season_rounds between 6 and 8),
  -- the local date of the next round, and its moment
  next_on date not null,
  next_at timestamptz(3) not null,
  -- of the round that was opened last; 0 before the first one
  season integer not null default 1 check (season > 0),
  season_round integer not null default 0 check (season_round >= 0),
  set_by uuid references profiles (id) on delete set null,
  set_at timestamptz(3) not null default now(),
  check (extract(isodow from next_on) = weekday)
);
create index rhythms_due on rhythms (next_at, pod_id);
create index rhythms_set_by on rhythms (set_by) where set_by is not null;

create table rounds (
  id uuid primary key default gen_random_uuid(),
  pod_id uuid not null references pods (id) on delete cascade,
  -- counts all rounds of the pod
  number integer not null check (number > 0),
  season integer not null check (season > 0),
  season_round integer not null check (season_round > 0),
  opens_at timestamptz(3) not null,
  closes_at timestamptz(3) not null check (closes_at > opens_at),
  -- null while it is open
  closed_at timestamptz(3),
  unique (pod_id, number)
);
-- a pod has at most one open round
create unique index rounds_open on rounds (pod_id) where closed_at is null;
create index rounds_due on rounds (closes_at, id) where closed_at is null;
-- one round of a pod for each moment
create unique index rounds_opened on rounds (pod_id, opens_at);

-- One check-in of each member for each round.
create table check_ins (
  id uuid primary key default gen_random_uuid(),
  round_id uuid not null references rounds (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  outcome text not null check (outcome in ('kept', 'partly', 'not', 'rough')),
  win text check (char_length(win) between 1 and 500),
  struggle text check (char_length(struggle) between 1 and 500),
  ask text check (char_length(ask) between 1 and 500),
  -- what the member will do until the next round: "if …, then …"
  commitment_cue text check (char_length(commitment_cue) between 1 and 200),
  commitment_action text check (char_length(commitment_action) between 1 and 300),
  -- the check-in whose commitment the outcome is about
  about_id uuid references check_ins (id) on delete set null,
  -- the lines that only the member himself reads
  private_lines text[] not null default '{}' check (private_lines <@ array['win', 'struggle', 'commitment']),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (round_id, user_id),
  check (commitment_cue is null or commitment_action is not null)
);
create index check_ins_of on check_ins (user_id, created_at desc, id desc);
create index check_ins_about on check_ins (about_id) where about_id is not null;

-- How a closed round ended for each man who was in the pod then: he came, a grace was applied, he did not come, or he was on
-- a pause.
create table round_results (
  round_id uuid not null references rounds (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  result text not null check (result in ('came', 'grace', 'missed', 'paused')),
  primary key (round_id, user_id)
);
create index round_results_of on round_results (user_id);

-- What a member has set for himself in a pod, and his turn. It ends with his membership. Without a row: the defaults.
create table round_places (
  pod_id uuid not null,
  user_id uuid not null,
  -- his choice for the check-ins of this pod
  reminders text not null default 'mail' check (reminders in ('mail', 'notice', 'off')),
  -- a pause; without an end it lasts until he ends it
  paused_at timestamptz(3),
  paused_until timestamptz(3),
  -- read by the member himself alone
  pause_reason text check (pause_reason in ('newborn', 'ill', 'travel', 'custody', 'other')),
  primary key (pod_id, user_id),
  foreign key (pod_id, user_id) references pod_members (pod_id, user_id) on delete cascade,
  check (paused_at is not null or (paused_until is null and pause_reason is null))
);
create index round_places_of on round_places (user_id);
