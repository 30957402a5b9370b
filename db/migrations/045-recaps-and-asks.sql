-- Recaps of rounds in the conversation of a pod, and the asks of check-ins that other members take (docs/decisions/052).

-- A message that stands for the recap of a round. It has no author, and what the recap says is read from the check-ins.
alter table pod_messages add column round_id uuid references rounds (id) on delete cascade;
create unique index pod_messages_recap on pod_messages (round_id) where round_id is not null;

-- What became of the ask of a check-in. Without a row: nobody has taken it, and its author has not answered.
create table check_in_asks (
  check_in_id uuid primary key references check_ins (id) on delete cascade,
  -- a row ends with the account of the member who took it; before that he has left the pod, and gave it back
  taken_by uuid references profiles (id) on delete cascade,
  taken_at timestamptz(3),
  -- what he said to it
  words text check (char_length(words) between 1 and 140),
  -- of the author, when he is asked in the next round
  answer text check (answer in ('happened', 'open')),
  answered_at timestamptz(3),
  check ((taken_by is null) = (taken_at is null)),
  check (taken_by is not null or words is null),
  check ((answer is null) = (answered_at is null))
);
create index check_in_asks_taken_by on check_in_asks (taken_by);
