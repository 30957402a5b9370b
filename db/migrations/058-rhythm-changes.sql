-- Lines in the conversation of a pod about its rounds, and the rounds of a pod that are asked to end (docs/decisions/052).

-- A message that says what became of the rounds. It has no author: `noted_by` is the member who did it, and `content` has the words
-- without his name. Migration 063 validates the rules.
alter table pod_messages
  add column note text,
  add column noted_by uuid references profiles (id) on delete set null;
alter table pod_messages add constraint pod_messages_note
  check (note in ('rhythm-changed', 'rounds-ending', 'rounds-kept', 'rounds-ended')) not valid;
alter table pod_messages add constraint pod_messages_noted check (noted_by is null or note is not null) not valid;

-- After a change the next round may keep its day, and the new one begins after it.
alter table rhythms drop constraint rhythms_check;

-- A member has asked to end the rounds of his pod. It goes with the rhythm.
create table rhythm_endings (
  pod_id uuid primary key references pods (id) on delete cascade,
  -- null: his account is deleted
  asked_by uuid references profiles (id) on delete set null,
  asked_at timestamptz(3) not null default now(),
  -- unless a member objects
  ends_at timestamptz(3) not null default now() + interval '3 days',
  -- a member would rather go on: the row stays, because the same man waits before he asks again
  objected_at timestamptz(3),
  check (ends_at > asked_at)
);
create index rhythm_endings_due on rhythm_endings (ends_at, pod_id) where objected_at is null;
create index rhythm_endings_by on rhythm_endings (asked_by);
