-- The host of a round, and what a pod does about a member of whom it has heard nothing (docs/decisions/055).

alter table rounds
  -- who hosts it; null if everyone is on a pause, or if nobody is left to ask
  add column host_id uuid references profiles (id) on delete set null,
  -- when it is looked whether the host has come; null afterwards
  add column half_at timestamptz(3);
create index rounds_host on rounds (host_id) where host_id is not null;
create index rounds_half on rounds (half_at, id) where half_at is not null and closed_at is null;

alter table round_places
  -- the numbers of the rounds in which it was last his turn to host, to write to a member, and to be written to
  add column host_turn integer,
  add column asked_turn integer,
  add column about_turn integer,
  -- when he last chose something here, or said that he is still here
  add column signed_at timestamptz(3),
  -- "leave me be until": nobody is asked to write to him, and no round counts
  add column left_until timestamptz(3),
  -- after four rounds without a sign: until then his place is kept
  add column kept_until timestamptz(3);
create index round_places_kept on round_places (kept_until, pod_id) where kept_until is not null;

-- One member is asked privately to write to another. A pod has at most one such request; it ends when its next round closes.
create table write_requests (
  pod_id uuid primary key references pods (id) on delete cascade,
  -- the round that closed
  round_id uuid not null references rounds (id) on delete cascade,
  -- known to the asked member and to nobody else
  quiet_id uuid not null references profiles (id) on delete cascade,
  asked_id uuid not null references profiles (id) on delete cascade,
  done_at timestamptz(3)
);
create index write_requests_round on write_requests (round_id);
create index write_requests_quiet on write_requests (quiet_id);
create index write_requests_asked on write_requests (asked_id);

-- when a member last wrote in a pod
create index pod_messages_signs on pod_messages (pod_id, user_id, created_at);
