-- Questions to the assistant: what was asked, what was answered sentence by sentence, and what it cost (docs/decisions/038).

create table assistant_questions (
  -- made by the client, so that a repeated send is one question
  id uuid primary key,
  member_id uuid not null references profiles (id) on delete cascade,
  question text not null check (char_length(question) between 1 and 1000),
  -- asked: the answer is on its way · answered · refused: nothing was found · failed: the model failed before the first sentence
  state text not null default 'asked' check (state in ('asked', 'answered', 'refused', 'failed')),
  -- false: the answer is made of quotations alone
  with_model boolean not null default false,
  -- the panel with help lines was shown first
  care boolean not null default false,
  -- sentences of the model that its source did not hold, and that nobody was shown
  dropped integer not null default 0 check (dropped >= 0),
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3)
);
create index assistant_questions_of_member on assistant_questions (member_id, created_at desc, id desc);
-- those that are deleted when they are old
create index assistant_questions_in_vain on assistant_questions (created_at) where state in ('refused', 'failed');

-- Without references to what is quoted: a sentence outlives its source, to say that it was taken back. What was taken back
-- keeps no words.
create table assistant_sentences (
  question_id uuid not null references assistant_questions (id) on delete cascade,
  nth smallint not null check (nth between 1 and 60),
  -- quoted: said by the model and held by a quotation · quotation: the words of a member alone · own: the assistant's own words
  kind text not null check (kind in ('quoted', 'quotation', 'own')),
  -- null once taken back
  text text check (char_length(text) between 1 and 1200),
  quote text check (char_length(quote) between 1 and 600),
  asker_id uuid not null,
  post_id uuid,
  -- null: the quotation is from the post itself
  comment_id uuid,
  -- null: of an account that is gone, or once taken back
  author_id uuid,
  -- of the thread; written by a trigger
  post_author_id uuid,
  group_id uuid,
  -- which writing of the source was quoted or found to hold the quotation still (its updated_at), and where it stands in its
  -- plain text, in UTF-16 units
  revision timestamptz(3),
  span_from integer check (span_from >= 0),
  span_to integer check (span_to > span_from),
  struck text check (struck in ('edited', 'deleted', 'removed', 'hidden', 'blocked', 'unwilling')),
  struck_at timestamptz(3),
  primary key (question_id, nth),
  check ((struck is null) = (struck_at is null)),
  check ((struck is null) = (text is not null)),
  check (case when kind = 'own' then post_id is null and quote is null and struck is null
    else post_id is not null and revision is not null and (struck is null) = (quote is not null) end)
);
-- Each ends with the key of a sentence: those of one source are looked at page by page.
create index assistant_sentences_of_post on assistant_sentences (post_id, question_id, nth) where struck is null;
create index assistant_sentences_of_comment on assistant_sentences (comment_id, question_id, nth) where struck is null;
create index assistant_sentences_of_author on assistant_sentences (author_id, question_id, nth) where struck is null;
create index assistant_sentences_of_post_author on assistant_sentences (post_author_id, question_id, nth) where struck is null;
create index assistant_sentences_of_group on assistant_sentences (group_id, question_id, nth) where struck is null;
create index assistant_sentences_of_asker on assistant_sentences (asker_id, question_id, nth) where struck is null;

create function know_post_author() returns trigger language plpgsql as $$
begin
  new.post_author_id := (select p.author_id from posts p where p.id = new.post_id);
  return new;
end $$;
create trigger know_post_author before insert on assistant_sentences for each row when (new.post_id is not null)
  execute function know_post_author();

-- What must be looked at again: all sentences that stand and have this id in this column. It is worked off in steps, and the
-- row says how far it has come (docs/decisions/039).
create table assistant_doubts (
  id bigint generated always as identity primary key,
  about text not null check (about in ('question', 'post', 'comment', 'author', 'post_author', 'group', 'asker')),
  subject_id uuid not null,
  -- the last sentence that was looked at
  question_id uuid not null default '00000000-0000-0000-0000-000000000000',
  nth smallint not null default 0,
  -- when it had its last turn
  turned_at timestamptz not null default clock_timestamp(),
  unique (about, subject_id)
);
create index assistant_doubts_next on assistant_doubts (turned_at, id);

-- A source can change after it was quoted and before the answer is stored. The reader of that change cannot find the answer
-- yet, so each answer is looked at once more after it was stored.
create function doubt_new_sentences() returns trigger language plpgsql as $$
begin
  insert into assistant_doubts (about, subject_id) select distinct 'question', n.question_id from new_sentences n
    where n.post_id is not null
    on conflict (about, subject_id) do update set question_id = default, nth = default;
  return null;
end $$;
create trigger doubt_new_sentences after insert on assistant_sentences referencing new table as new_sentences
  for each statement execute function doubt_new_sentences();

-- What was charged to whom. It outlives the question, which its member may delete, and holds none of its words.
create table assistant_ledger (
  question_id uuid primary key,
  member_id uuid not null references profiles (id) on delete cascade,
  -- the first day of the month (UTC) in which the question was accepted
  month date not null check (extract(day from month) = 1),
  state text not null check (state in ('reserved', 'charged', 'returned')),
  -- of the model: what it took, in earlier tries too, and what is reserved for this one
  tokens integer not null default 0 check (tokens >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  -- how often tokens were taken in this month although the question was given back
  in_vain smallint not null default 0 check (in_vain >= 0),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  check ((state = 'reserved') = (settled_at is null)),
  check (state = 'reserved' or reserved = 0)
);
create index assistant_ledger_of_member on assistant_ledger (member_id, month);
create index assistant_ledger_in_vain on assistant_ledger (member_id, month) where in_vain > 0;
create index assistant_ledger_reserved on assistant_ledger (created_at) where state = 'reserved';
-- those that are deleted when they are old
create index assistant_ledger_settled on assistant_ledger (settled_at) where state <> 'reserved';

-- Used by a member in a month: as many as he has rows in the ledger that are reserved or charged.
create table assistant_usage (
  member_id uuid not null references profiles (id) on delete cascade,
  month date not null,
  used integer not null check (used >= 0),
  primary key (member_id, month)
);

create table assistant_spend (
  month date primary key,
  -- of the whole instance, those that are reserved included
  tokens bigint not null default 0 check (tokens >= 0),
  -- charged to members
  questions bigint not null default 0 check (questions >= 0)
);
create function count_question() returns trigger language plpgsql as $$
begin
  insert into assistant_spend (month, questions) values (new.month, 1)
    on conflict (month) do update set questions = assistant_spend.questions + 1;
  return null;
end $$;
create trigger count_new_question after insert on assistant_ledger for each row when (new.state = 'charged')
  execute function count_question();
create trigger count_question after update of state on assistant_ledger for each row
  when (new.state = 'charged' and old.state <> 'charged') execute function count_question();

-- Posts with which a member asked the other fathers what the assistant could not answer: he is told by mail when the first of
-- them answers.
create table assistant_handed_on (
  post_id uuid primary key references posts (id) on delete cascade,
  member_id uuid not null references profiles (id) on delete cascade,
  told_at timestamptz(3)
);
create index assistant_handed_on_of_member on assistant_handed_on (member_id);

-- The month (UTC) by the clock of the database.
create function assistant_month() returns date language sql stable as $$
  select date_trunc('month', now() at time zone 'utc')::date
$$;

-- Uses one of the month's questions, if there is one left; null as the limit means that there always is. A question that was
-- given back may be reserved once more. False: nothing is left.
create function reserve_question(question uuid, member uuid, most integer) returns boolean language plpgsql as $$
declare
  this_month date := assistant_month();
begin
  insert into assistant_usage as u (member_id, month, used) values (member, this_month, 1)
    on conflict (member_id, month) do update set used = u.used + 1 where most is null or u.used < most;
  if not found then return false; end if;
  insert into assistant_ledger as l (question_id, member_id, month, state) values (question, member, this_month, 'reserved')
    on conflict (question_id) do update
      set month = this_month, state = 'reserved', created_at = now(), settled_at = null,
        in_vain = case when l.month = this_month then l.in_vain else 0 end
      where l.member_id = member and l.state = 'returned';
  -- the id belongs to somebody else, or to a question that was answered and deleted
  if not found then raise unique_violation using constraint = 'assistant_ledger_pkey'; end if;
  return true;
end $$;

-- Reserves tokens of the instance's month before the model is asked; null as the ceiling means that there is none. False: the
-- ceiling would be passed, or this member has made the model work in vain ten times in this month. A question that is given
-- back costs its member nothing, so without this limit one member could use up the month of everybody.
create function reserve_tokens(question uuid, most integer, ceiling bigint) returns boolean language plpgsql as $$
declare
  its_month date;
  member uuid;
begin
  select l.month, l.member_id into its_month, member from assistant_ledger l
    where l.question_id = question and l.state = 'reserved' for update;
  if not found or most > ceiling then return false; end if;
  if (select sum(l.in_vain) from assistant_ledger l where l.member_id = member and l.month = its_month and l.in_vain > 0) >= 10
    then return false; end if;
  insert into assistant_spend as s (month, tokens) values (its_month, most)
    on conflict (month) do update set tokens = s.tokens + most where ceiling is null or s.tokens + most <= ceiling;
  if not found then return false; end if;
  update assistant_ledger set reserved = most where question_id = question;
  return true;
end $$;

-- Settles a reserved question: charged, or given back; with the tokens that it really took, null where that is not known and
-- the reserved ones stand. What is settled already stays as it is.
create function settle_question(question uuid, is_charged boolean, took integer) returns void language plpgsql as $$
declare
  entry assistant_ledger;
begin
  select * into entry from assistant_ledger l where l.question_id = question and l.state = 'reserved' for update;
  if not found then return; end if;
  took := coalesce(took, entry.reserved);
  update assistant_ledger
    set state = case when is_charged then 'charged' else 'returned' end, tokens = tokens + took, reserved = 0, settled_at = now(),
      in_vain = in_vain + case when is_charged or took = 0 then 0 else 1 end
    where question_id = question;
  if not is_charged then
    update assistant_usage set used = used - 1 where member_id = entry.member_id and month = entry.month;
  end if;
  if took <> entry.reserved then
    update assistant_spend set tokens = greatest(0, tokens + took - entry.reserved) where month = entry.month;
  end if;
end $$;
