-- Men who look for a pod, pods with open places, invitations, and two rounds on trial (docs/decisions/054).

-- A man who looks for a pod. Deleted when he has found one, when he withdraws it, and sixty days after his last visit.
create table seekers (
  user_id uuid primary key references profiles (id) on delete cascade,
  stages text[] not null check (cardinality(stages) between 1 and 6
    and stages <@ array['expecting', 'baby', 'small-child', 'school-age', 'teenager', 'grown']),
  time_zone text not null check (char_length(time_zone) between 1 and 60),
  weeks smallint not null check (weeks in (1, 2, 4)),
  aims text[] not null check (cardinality(aims) between 1 and 2
    and aims <@ array['show-up', 'health', 'marriage', 'sober', 'work', 'be-heard']),
  -- he waits since then; a trial that ends without a place does not change it
  since timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
);
create index seekers_since on seekers (since, user_id);
create index seekers_seen on seekers (seen_at);

-- Places that a pod has opened. Closed rows stay: the administrators' figure of taken places counts them.
create table pod_openings (
  id uuid primary key default gen_random_uuid(),
  pod_id uuid not null references pods (id) on delete cascade,
  opened_by uuid references profiles (id) on delete set null,
  places smallint not null check (places between 1 and 3),
  -- an empty list: any
  stages text[] not null default '{}' check (stages <@ array['expecting', 'baby', 'small-child', 'school-age', 'teenager', 'grown']),
  aims text[] not null default '{}' check (aims <@ array['show-up', 'health', 'marriage', 'sober', 'work', 'be-heard']),
  taken smallint not null default 0 check (taken between 0 and places),
  -- within thirty days
  taken_soon smallint not null default 0 check (taken_soon between 0 and taken),
  opened_at timestamptz(3) not null default now(),
  closed_at timestamptz(3)
);
create unique index pod_openings_open on pod_openings (pod_id) where closed_at is null;
create index pod_openings_latest on pod_openings (opened_at desc, id desc) where closed_at is null;
create index pod_openings_counted on pod_openings (opened_at desc);
create index pod_openings_of on pod_openings (pod_id);
create index pod_openings_by on pod_openings (opened_by);

-- A pod answered "not now" in this season, and is not asked again before the next one.
create table door_answers (
  pod_id uuid primary key references pods (id) on delete cascade,
  season integer not null check (season > 0)
);

-- What became of one man at one pod. A pod has one row for each man, so that it invites nobody twice. The pod is never told
-- about 'declined', and the man is never told about 'passed'.
create table pod_invitations (
  id uuid primary key default gen_random_uuid(),
  pod_id uuid not null references pods (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  invited_by uuid references profiles (id) on delete set null,
  state text not null check (state in ('sent', 'declined', 'accepted', 'passed')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '7 days',
  unique (pod_id, user_id)
);
create index pod_invitations_of on pod_invitations (user_id);
create index pod_invitations_by on pod_invitations (invited_by);
create index pod_invitations_age on pod_invitations (created_at);

-- A man who is in the pod on trial. The row ends with the trial, and with his membership.
create table pod_trials (
  pod_id uuid not null,
  user_id uuid not null,
  -- the trial ends when the round with this number closes
  last_round integer not null check (last_round > 0),
  created_at timestamptz(3) not null default now(),
  -- when his membership ends; null while the trial goes on
  ends_at timestamptz(3),
  primary key (pod_id, user_id),
  foreign key (pod_id, user_id) references pod_members (pod_id, user_id) on delete cascade
);
create index pod_trials_of on pod_trials (user_id);
create index pod_trials_due on pod_trials (ends_at, pod_id) where ends_at is not null;

-- A member says that the man on trial is not the right fit. Read by that member alone, and deleted with the trial.
create table trial_doubts (
  pod_id uuid not null,
  user_id uuid not null,
  by_id uuid not null,
  primary key (pod_id, user_id, by_id),
  foreign key (pod_id, user_id) references pod_trials (pod_id, user_id) on delete cascade,
  foreign key (pod_id, by_id) references pod_members (pod_id, user_id) on delete cascade,
  check (by_id <> user_id)
);
create index trial_doubts_by on trial_doubts (by_id, pod_id);

-- What the administrators' figures count, without a member: the check-ins in a pod's fourth and eighth round, and the days that
-- a man waited who found a pod. The figures read the latest thousand of each kind.
create table pod_figures (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('round-4', 'round-8', 'found')),
  pod_id uuid not null references pods (id) on delete cascade,
  amount integer not null check (amount >= 0),
  created_at timestamptz(3) not null default now()
);
create index pod_figures_latest on pod_figures (kind, id desc) include (pod_id, amount);
create index pod_figures_of on pod_figures (pod_id);
