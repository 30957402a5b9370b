-- Retrieval (docs/decisions/037): the words of what everyone may read, for the assistant. A document is a thread, that is a post
-- with its comments. The index holds numbers only: where a passage stands is read from its source when it is quoted.

-- The words of a text in the ground form of English. Words that stand everywhere are left out.
create function retrieval_words(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select stem from unnest(search_tokens(words)) with ordinality as t (token, place),
    lateral (select (ts_lexize('pg_catalog.english_stem', left(token, 64)))[1] as stem) s
    where stem is not null and token <> '' and token <> all ('{im,ive,dont,doesnt,didnt,cant,couldnt,wont,wouldnt,shouldnt,isnt,arent,wasnt,werent,hasnt,havent,hadnt,youre,youve,youll,hes,shes,theyre,theyve,thats,whats,theres,lets,weve}')
    order by place)
$$;

create table retrieval_documents (
  id integer primary key generated always as identity,
  post_id uuid not null unique,
  -- in words
  length integer not null default 0 check (length >= 0)
);
create unique index retrieval_documents_length on retrieval_documents (id) include (length);

-- One row: how many documents there are, and how many words in all of them.
create table retrieval_totals (
  is_one boolean primary key default true check (is_one),
  documents integer not null default 0 check (documents >= 0),
  length bigint not null default 0 check (length >= 0)
);
insert into retrieval_totals default values;

create table retrieval_lexemes (
  id integer primary key generated always as identity,
  lexeme text not null unique,
  -- in how many documents it stands
  documents integer not null default 0 check (documents >= 0)
) with (fillfactor = 80);

create table retrieval_postings (
  lexeme integer not null,
  document integer not null,
  -- how often it stands there
  tf integer not null check (tf >= 0)
);
create unique index retrieval_postings_key on retrieval_postings (lexeme, document) include (tf);

-- Paragraphs, or parts of one.
create table retrieval_passages (
  id bigint primary key generated always as identity,
  document integer not null,
  -- the id of nobody: it stands in the post itself
  comment_id uuid not null,
  -- updated_at of its source when it was read
  revision timestamptz(3) not null,
  -- in the plain text of its source, in UTF-16 units; null: the title, which is found by its words and not quoted
  start integer check (start >= 0),
  length smallint check (length between 1 and 600),
  -- its words, each as often as it stands there
  lexemes integer[] not null,
  check ((start is null) = (length is null))
);
create index retrieval_passages_of_source on retrieval_passages (document, comment_id);

-- Sources that may have changed since they were read: the index must be brought to what they say now. A source may stand here
-- twice, so that two who mark it do not wait for each other.
create table retrieval_stale (
  id bigint primary key generated always as identity,
  post_id uuid not null,
  -- the id of nobody: the post itself
  comment_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- How often it could not be indexed. After five times it is left alone, until it is marked again.
  tries smallint not null default 0 check (tries between 0 and 5)
);
create index retrieval_stale_next on retrieval_stale (id) where tries < 5;
create index retrieval_stale_parked on retrieval_stale (post_id, comment_id) where tries = 5;

-- Sources that are still to be marked as stale, the newest first. `of_id` is the network or the member; for all posts, nobody.
create table retrieval_sweeps (
  kind text not null check (kind in ('all posts', 'posts of a network', 'posts of a member', 'comments of a member')),
  of_id uuid not null,
  -- of the last one that has been marked
  created_at timestamptz(3) not null default 'infinity',
  last_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  primary key (kind, of_id)
);

-- When a network is opened or shut, a job changes its posts one after the other (017). It writes no facts, so a trigger marks them.
create function retrieval_turned() returns trigger language plpgsql as $$
begin
  insert into retrieval_stale (post_id) values (new.id);
  return null;
end $$;
create trigger retrieval_turned after update of open_to on posts for each row when (old.open_to <> new.open_to)
  execute function retrieval_turned();

-- What is there already is read in the background; what is written from now on, by the facts.
insert into readers (name, xid) values ('retrieval', pg_snapshot_xmin(pg_current_snapshot()));
insert into retrieval_sweeps (kind, of_id) select 'all posts', '00000000-0000-0000-0000-000000000000' where exists (select from posts);
