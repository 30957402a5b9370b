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
create index assistant_questions_asked on assistant_questions (created_at) where state = 'asked';

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
  -- null: of an account that is gone
  author_id uuid,
  group_id uuid,
  -- which writing of the source was quoted (its updated_at), and where in its plain text, in UTF-16 units
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
create index assistant_sentences_of_post on assistant_sentences (post_id) where struck is null and post_id is not null;
create index assistant_sentences_of_comment on assistant_sentences (comment_id) where struck is null and comment_id is not null;
create index assistant_sentences_of_author on assistant_sentences (author_id, asker_id) where struck is null and author_id is not null;
create index assistant_sentences_of_group on assistant_sentences (group_id) where struck is null and group_id is not null;

-- What was charged to whom. It outlives the question, which its member may delete, and holds none of its words.
create table assistant_ledger (
  question_id uuid primary key,
  member_id uuid not null references profiles (id) on delete cascade,
  -- the first day of the month (UTC) in which the question was accepted
  month date not null check (extract(day from month) = 1),
  state text not null check (state in ('reserved', 'charged', 'returned')),
  -- of the model: reserved before, then what it really took
  tokens integer not null default 0 check (tokens >= 0),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  check ((state = 'reserved') = (settled_at is null))
);
create index assistant_ledger_of_member on assistant_ledger (member_id, month);
create index assistant_ledger_reserved on assistant_ledger (created_at) where state = 'reserved';

-- Used by a member in a month: as many as he has rows in the ledger that are reserved or charged.
create table assistant_usage (
  member_id uuid not null references profiles (id) on delete cascade,
  month date not null,
  used integer not null check (used >= 0),
  primary key (member_id, month)
);

-- Tokens of the whole instance in a month, those that are reserved included.
create table assistant_spend (
  month date primary key,
  tokens bigint not null check (tokens >= 0)
);

-- Posts with which a member asked the other fathers what the assistant could not answer: he is told by mail when the first of
-- them answers.
create table assistant_handed_on (
  post_id uuid primary key references posts (id) on delete cascade,
  member_id uuid not null references profiles (id) on delete cascade,
  told_at timestamptz(3)
);
create index assistant_handed_on_of_member on assistant_handed_on (member_id);
