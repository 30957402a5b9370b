-- A pod that takes no new men, and the men who were removed because the pod had heard nothing of them (docs/decisions/053, 054).

-- Its members have decided to go on without new men, also if one of them leaves. Ends with the next decision of a season,
-- when a member opens places, and with the rhythm.
alter table pods add column takes_no_men boolean not null default false;

-- He reads and downloads what was said until he left, for ninety days. He is no member.
create table pod_former_members (
  pod_id uuid not null references pods (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  left_at timestamptz(3) not null default now(),
  until timestamptz(3) not null default now() + interval '90 days',
  primary key (pod_id, user_id)
);
create index pod_former_members_of on pod_former_members (user_id, pod_id);
create index pod_former_members_until on pod_former_members (until);
