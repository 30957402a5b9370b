-- What a member of a pod is reminded of, a pause that ends inside an open round, and mails of one kind that he has stopped
-- (docs/decisions/052, 053 and 055).
-- when those who have not said how the pod goes on are reminded; null: not any more
alter table seasons add column remind_at timestamptz(3);
-- when those who have not checked in are reminded; null: not any more
alter table rounds add column remind_at timestamptz(3);
alter table round_places
  -- when his last pause, or his weeks without questions, ended: no round counts that was open by then
  add column rested_until timestamptz(3),
  -- the kinds of mails that he has stopped in this pod
  add column stopped_mails text[] not null default '{}',
  add constraint round_places_stopped check (stopped_mails <@ array['check-in', 'recap', 'ask', 'write', 'season']) not valid;
