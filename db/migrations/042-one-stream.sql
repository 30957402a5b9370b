-- One stream (docs/decisions/045): mails and the log of the administrators follow from facts, and old facts are counted and
-- deleted.

-- Who it was, where nobody may know: readers get no actor of such a fact (`record` in kernel/stream/facts.ts).
alter table facts add column hidden_actor_id uuid check (hidden_actor_id is null or actor_id is null);

-- Words that a reader needs, and that are kept nowhere else for certain: the reason of an administrator, which is gone from a
-- post that is given back. The reader deletes them when it has put them where they belong.
create table fact_words (
  fact_id bigint primary key references facts (id) on delete cascade,
  words text not null check (char_length(words) between 1 and 1000)
);

-- The fact that a line of the log was written for, so that one that is read twice has one line. Null: lines from before.
alter table admin_log add column fact_id bigint unique;

-- Old facts, folded: how many of each kind there were on a day (UTC).
create table fact_days (
  day date not null,
  kind text not null,
  amount bigint not null,
  primary key (day, kind)
);

-- Facts from before this migration had their mails and their lines in the log with them.
insert into readers (name, xid) values ('mails', pg_current_xact_id()), ('administrators_log', pg_current_xact_id());
