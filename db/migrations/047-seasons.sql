-- Seasons of a pod's rounds, and pods that have ended (docs/decisions/053).

-- A pod that has ended is read by its members, and nobody writes in it. Its name stays reserved.
alter table pods add column ended_at timestamptz(3);
alter table pods drop constraint pods_status_check;
alter table pods add constraint pods_status_check check (status in ('active', 'ended', 'deleted'));
alter table pods add constraint pods_ended check (status <> 'ended' or ended_at is not null);
drop index pods_slug;
create unique index pods_slug on pods (slug) where status in ('active', 'ended');
drop index pods_name_looks;
create unique index pods_name_looks on pods (name_looks(name)) where status in ('active', 'ended');

-- The question at the end of a season, and what was decided. A season that still runs has no row.
create table seasons (
  pod_id uuid not null references pods (id) on delete cascade,
  season integer not null check (season > 0),
  asked_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  -- 'quiet': nobody answered, and the pod ended by itself
  outcome text check (outcome in ('on', 'smaller', 'open', 'end', 'quiet')),
  primary key (pod_id, season),
  check ((decided_at is null) = (outcome is null))
);

-- The answer of a member, until it is decided. It is read by the member himself alone, and ends with his membership.
create table season_answers (
  pod_id uuid not null,
  user_id uuid not null,
  season integer not null,
  answer text not null check (answer in ('on', 'smaller', 'open', 'end')),
  answered_at timestamptz(3) not null default now(),
  primary key (pod_id, user_id),
  foreign key (pod_id, season) references seasons (pod_id, season) on delete cascade,
  foreign key (pod_id, user_id) references pod_members (pod_id, user_id) on delete cascade
);
create index season_answers_of on season_answers (user_id);
