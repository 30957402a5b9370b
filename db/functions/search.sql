-- The room search owns these functions (src/server/search).
-- Promise: A post is found from the moment it is written until it is removed, and the spelling suggestions know only
-- words of posts that everyone may see.
-- Writes: known_word_changes, known_words, post_search.
-- Reads: profiles.
-- Triggers on: posts.

-- Returns the words of a text as the index stores them and a question asks for them: without accents and case. All other
-- signs separate words, except an apostrophe inside one. The signs are given by their numbers, because servers differ in
-- what their locale calls a letter. An emoji is a word of its own: a flag is the pair of its letters, and skin tones and
-- joiners are left out, so that one hand finds all hands. A sign that is an emoji only because of the selector behind it
-- (a digit, a letter in a circle) is a word too.
create or replace function search_tokens(words text) returns text[] language sql immutable strict parallel safe as $$
  select string_to_array(trim(lower(case
    -- a shortcut for plain ASCII
    when octet_length(words) = char_length(words)
    then regexp_replace(replace(left(words, 240000), $q$'$q$, ''), '[^0-9A-Za-z]+', ' ', 'g')
    else regexp_replace(regexp_replace(regexp_replace(
      left(normalize(regexp_replace(words, '(.)\ufe0f\u20e3?', ' \1 ', 'g'), NFKD), 240000),
      '[\u0027\u2019\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff\U000e0000-\U000e007f]+', '', 'g'),
      '([\u00a9\u00ae\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50-\u2b55\u3030\u303d\U0001f000-\U0001f1e5\U0001f200-\U0001faff]|[\U0001f1e6-\U0001f1ff]{1,2})',
      ' \1 ', 'g'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a8\u00aa-\u00ad\u00af-\u00bf\u00d7\u00f7\u2000-\u2193\u219a-\u21a8\u21ab-\u2319\u231c-\u2327\u2329-\u23ce\u23d0-\u23e8\u23fb-\u25a9\u25ac-\u25b5\u25b7-\u25bf\u25c1-\u25fa\u25ff\u27c0-\u2933\u2936-\u2b04\u2b08-\u2b1a\u2b1d-\u2b4f\u2b56-\u2bff\u3000-\u302f\u3031-\u303c\u303e-\u303f\uff00-\uff0f\ufffd]+',
      ' ', 'g')
    end)), ' ')
$$;

-- The same in the English ground form (sleeping, sleeps: sleep). A generated column uses this function, so a changed body
-- needs a migration that rebuilds it.
create or replace function search_words(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select coalesce((ts_lexize('pg_catalog.english_stem', w))[1], w)
    from (select left(token, 64) as w from unnest(search_tokens(words)) as token) tokens where w <> '')
$$;

-- Returns the minute of a time and the blocks of time that contain it: of 8 minutes, 64, 512, up to 32 years. Each block is a
-- word of its own in the index ("@3:42"), so that a search can be limited to a stretch of time.
create or replace function search_blocks(at timestamptz) returns text[] language sql immutable strict parallel safe as $$
  select array_agg('@' || level || ':' || (floor(extract(epoch from at) / 60)::bigint >> (3 * level)))
  from generate_series(0, 8) as level
$$;

-- Returns what the index stores for a post: the words of its title and content, and its blocks of time.
create or replace function search_vector(title text, content text, at timestamptz) returns tsvector
  language sql immutable strict parallel safe as $$
  select array_to_tsvector(search_words(title || ' ' || content)
    || array(select '^' || w from unnest(search_words(title)) as w) || search_blocks(at))
$$;

-- Keeps post_search in step with posts. A removed post is not found; a restored one is found again.
create or replace function index_post() returns trigger language plpgsql as $$
begin
  if new.removed_at is not null then
    delete from post_search s where s.post_id = new.id;
    return null;
  end if;
  insert into post_search (post_id, created_at, group_id, words)
    values (new.id, new.created_at, new.group_id, search_vector(new.title, new.content, new.created_at))
    on conflict (post_id) do update
      set created_at = excluded.created_at, group_id = excluded.group_id, words = excluded.words;
  return null;
end $$;
create or replace trigger index_post after insert on posts for each row execute function index_post();
create or replace trigger index_post_again after update of title, content, created_at, group_id on posts for each row
  when ((old.title, old.content, old.created_at, old.group_id) is distinct from (new.title, new.content, new.created_at, new.group_id))
  execute function index_post();
create or replace trigger index_post_removed after update of removed_at on posts for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function index_post();

-- Returns at most `most` matches within blocks of time (null: any time) that are older than a position in the list, in no
-- order. The settings make the index answer: the planner cannot know how words and times go together.
create or replace function search_stretch(blocks tsquery, wanted tsquery, before timestamptz, before_id uuid, most integer)
  returns table (id uuid, created_at timestamptz(3), group_id uuid) language plpgsql stable rows 100
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB' as $$
begin
  if blocks is null then
    return query select s.post_id, s.created_at, s.group_id from post_search s
      where s.words @@ wanted and (s.created_at + interval '0', s.post_id) < (before, before_id) limit most;
  else
    return query select s.post_id, s.created_at, s.group_id from post_search s
      where s.words @@ blocks and s.words @@ wanted
        and (s.created_at + interval '0', s.post_id) < (before, before_id) limit most;
  end if;
end $$;

-- Returns members whose names are similar, to be compared letter by letter: the member with exactly this username, and a
-- bounded number of those with similar trigrams, the most similar first.
create or replace function search_names(sought text, likeness real) returns table (id uuid, username text, display_name text)
  language plpgsql stable set enable_seqscan = off rows 200 as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', likeness::text, true);
  return query
    select a.id, a.username, a.display_name from profiles a where lower(a.username) = sought
    union all (
      select b.id, b.username, b.display_name from (
        select a.id, a.username, a.display_name, a.post_count from profiles a
        where lower(a.username) %> sought or lower(a.display_name) %> sought limit 1000) b
      order by greatest(word_similarity(sought, lower(b.username)),
        coalesce(word_similarity(sought, lower(b.display_name)), 0)) desc, b.post_count desc, b.id limit 200);
end $$;

-- Returns the words of a text that can be misspelled: without digits, of 3 to 24 characters.
create or replace function known_words_of(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct w from unnest(search_tokens(words)) as w
    where char_length(w) between 3 and 24 and w = translate(w, '0123456789', ''))
$$;

-- Returns the first seven letters of a word, and these with each letter left out, as hash values. Two words share a value if
-- one letter was inserted, left out, exchanged or swapped with its neighbour, or if they differ only after the seventh
-- letter. An index uses this function, so a changed body needs a migration that rebuilds it.
create or replace function spellings_of(word text) returns integer[] language sql immutable strict parallel safe as $$
  select array_agg(distinct hashtext(overlay(b.begun placing '' from n for 1))) || hashtext(b.begun)
  from (select left(word, 7) as begun) b, generate_series(1, char_length(b.begun)) as n group by b.begun
$$;

-- Notes which words a post adds to or takes from the words of posts that everyone sees. A job adds them up, so writers do not
-- wait for each other.
create or replace function note_words() returns trigger language plpgsql as $$
declare
  everyone constant uuid := '00000000-0000-0000-0000-000000000000';
  gone text[] := '{}';
  come text[] := '{}';
begin
  if tg_op <> 'INSERT' then
    if old.open_to = everyone then gone := known_words_of(old.title || ' ' || old.content); end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.open_to = everyone then come := known_words_of(new.title || ' ' || new.content); end if;
  end if;
  if gone <> '{}' and come <> '{}' then
    select array(select unnest(gone) except select unnest(come)), array(select unnest(come) except select unnest(gone))
      into gone, come;
  end if;
  if gone <> '{}' then insert into known_word_changes (words, way) values (gone, -1); end if;
  if come <> '{}' then insert into known_word_changes (words, way) values (come, 1); end if;
  return null;
end $$;
create or replace trigger note_words after insert or delete on posts for each row execute function note_words();
create or replace trigger note_words_again after update of title, content, open_to on posts for each row
  when ((old.title, old.content, old.open_to) is distinct from (new.title, new.content, new.open_to))
  execute function note_words();

-- Adds up the oldest changes of known words: at most `most` changes and 5,000 words, but at least one change. Returns how many
-- changes it took. One process at a time does this, so two never want the same rows.
create or replace function count_words(most integer) returns integer language plpgsql as $$
declare
  changed text[];
  sums integer[];
  taken integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('count_words', 35)) then return 0; end if;
  with taken as materialized (
      delete from known_word_changes c
      where c.id = any (array(
        select o.id from (
          select f.id, row_number() over (order by f.id) as nth, sum(cardinality(f.words)) over (order by f.id) as words
          from (select first.id, first.words from known_word_changes first order by first.id limit most) f) o
        where o.nth = 1 or o.words <= 5000)) returning c.words, c.way),
    summed as (
      select w, sum(t.way)::int as posts from taken t, unnest(t.words) as w group by w having sum(t.way) <> 0)
  select (select count(*) from taken), array_agg(s.w), array_agg(s.posts) into taken, changed, sums from summed s;
  merge into known_words k using unnest(changed, sums) as s (word, posts) on k.word = s.word
    when matched and k.posts + s.posts <= 0 then delete
    when matched then update set posts = k.posts + s.posts
    when not matched and s.posts > 0 then insert (word, posts) values (s.word, s.posts);
  return taken;
end $$;

-- Returns known words that are spelled almost like one of these, to be compared letter by letter. The settings make the index
-- answer: the planner cannot know how few there are.
create or replace function known_words_like(forms text[], most integer) returns table (word text, posts integer)
  language plpgsql stable rows 50 set enable_seqscan = off as $$
begin
  return query select k.word, k.posts from known_words k
    where spellings_of(k.word) && array(select unnest(spellings_of(f)) from unnest(forms) as f) limit most;
end $$;
