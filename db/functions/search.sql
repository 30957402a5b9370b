-- The room search owns these functions (src/server/search).
-- Promise: A post is found from the moment it is written until it is removed, and the spelling suggestions know only
-- words of posts that everyone may see.
-- Writes: known_word_changes, known_words, post_search.
-- Reads: profiles.
-- Triggers on: posts.

-- Returns a text in the letters of the index: in lower case, without accents, vowel points and apostrophes, and with plain
-- letters for those that Unicode does not decompose (kernel/text/folding.ts does this with names). Words stand between blanks.
-- A hyphen stays within a word ("co-parenting"), and so does the mark of a large number, as a hyphen ("10-000"). All other signs
-- separate words. They are given by their numbers, because servers differ in what their locale calls a letter. An emoji is a
-- word of its own: a flag is the pair of its letters, and skin tones and joiners are left out, so that one hand finds all
-- hands. A sign that is an emoji only because of the selector behind it (a digit, a letter in a circle) is a word too.
create or replace function search_folded(words text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := words;
begin
  -- a grave accent in place of an apostrophe, not the marks of code
  if strpos(folded, '`') > 0 then
    folded := regexp_replace(folded, '([A-Za-z\u00c0-\uffff])`(?=[A-Za-z\u00c0-\uffff])', '\1', 'g');
  end if;
  if folded ~ '[0-9][.,][0-9]{3}' then
    folded := regexp_replace(folded, '(?<=[0-9])[.,](?=[0-9]{3}([^0-9]|$))', '-', 'g');
  end if;
  if octet_length(folded) = char_length(folded) then
    folded := regexp_replace(replace(lower(left(folded, 240000)), $q$'$q$, ''), '[^0-9a-z-]+', ' ', 'g');
  else
    -- before the normalization, which makes a blank and an accent of some apostrophes
    folded := translate(folded, '‘’‛´ʹʻʼʽˊˋ′‵＇׳՚ꞌ᾽᾿｀', $q$''''''''''''''''''`$q$);
    folded := lower(left(normalize(regexp_replace(folded, '(.)\ufe0f\u20e3?', ' \1 ', 'g'), NFKD), 240000));
    folded := translate(folded, 'øØłŁđĐðÐħĦıŧŦŋŊĸɓɗƙƴςÆŒÞẞ', 'oollddddhhittnnkbdkyσæœþß');
    folded := replace(replace(replace(replace(folded, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
    folded := regexp_replace(folded,
      '[\u0027\u02b9\u02bc\ua78c\u0300-\u036f\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20f0\u302a-\u302f\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U0001f3fb-\U0001f3ff\U000e0000-\U000e007f]+', '', 'g');
    folded := regexp_replace(folded,
      '([\u00a9\u00ae\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50-\u2b55\u3030\u303d\U0001f000-\U0001f1e5\U0001f200-\U0001faff]|[\U0001f1e6-\U0001f1ff]{1,2}|['
      || unspaced_letters() || ']+)', ' \1 ', 'g');
    folded := regexp_replace(folded, '[\u058a\u05be\u1806\u2010-\u2013\u2043\u2212]', '-', 'g');
    folded := regexp_replace(folded,
      '[\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a8\u00aa-\u00ad\u00af-\u00bf\u00d7\u00f7\u05c0\u05c3\u05c6\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u0f0b-\u0f14\u104a-\u104f\u17d4-\u17d6\u17d8-\u17db\u2000-\u2131\u2133-\u214d\u214f-\u217f\u2189-\u2193\u219a-\u21a8\u21ab-\u2319\u231c-\u2327\u2329-\u23ce\u23d0-\u23e8\u23fb-\u24ea\u2500-\u25a9\u25ac-\u25b5\u25b7-\u25bf\u25c1-\u25fa\u25ff\u27c0-\u2933\u2936-\u2b04\u2b08-\u2b1a\u2b1d-\u2b4f\u2b56-\u2bff\u3000-\u3004\u3008-\u3020\u3036-\u3037\u303e-\u303f\u30a0\u30fb\uff00-\uff0f\ufffd]+',
      ' ', 'g');
  end if;
  -- a hyphen at the edge of a word is none
  if strpos(folded, '-') > 0 and folded ~ '(?:^|[ -])-|-(?: |$)' then
    folded := regexp_replace(folded, ' *-+ +| +-+ *|--+|^-+|-+$', ' ', 'g');
  end if;
  return trim(folded);
end $$;

-- Returns the letters that are written without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese and their
-- neighbours), and those of Korean, whose words have endings: the content of a class of a regular expression, for decomposed
-- text.
create or replace function unspaced_letters() returns text language sql immutable strict parallel safe as $$
  select '\u0e01-\u0e3e\u0e40-\u0e4e\u0e81-\u0ecf\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1100-\u11ff\u1780-\u17d3\u17d7\u17dc\u17dd\u1950-\u19cf\u1a20-\u1a7f\u1b00-\u1b4f\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\ua980-\ua9cf\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaadf\ud7b0-\ud7ff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff'
$$;

-- Returns the letters of a run of such a script, each with its vowels and tones above and below. Three of Korean are one.
create or replace function letters_of(run text) returns text[] language sql immutable strict parallel safe as $$
  select array(select left(m[1], 32) from regexp_matches(run,
    '(.[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u1160-\u11ff\u17b4-\u17d3\u17dd\u1a55-\u1a7f\u3099\u309a\ua9b3-\ua9c0\ud7b0-\ud7ff]*)', 'g') as m)
$$;

-- Returns the pairs of neighbouring letters of such a run, since nothing says where its words begin. A single letter stays one.
create or replace function pairs_of(run text) returns text[] language sql immutable strict parallel safe as $$
  select case when cardinality(letters) < 2 then letters
    else array(select letter || after from (
      select letter, nth, lead(letter) over (order by nth) as after from unnest(letters) with ordinality as l (letter, nth)) p
      where after is not null order by nth) end
  from (select letters_of(run) as letters) l
$$;

-- Returns the words of a folded text in their order. A compound is its parts; a run of an unspaced script is its pairs.
create or replace function search_split(folded text) returns text[] language sql immutable strict parallel safe as $$
  select case
    when octet_length(folded) = char_length(folded) or folded !~ ('[' || unspaced_letters() || ']')
    then string_to_array(translate(folded, '-', ' '), ' ')
    else array(
      select token from unnest(string_to_array(translate(folded, '-', ' '), ' ')) with ordinality as p (part, place),
        unnest(case when part ~ ('^[' || unspaced_letters() || ']') then pairs_of(part) else array[part] end)
          with ordinality as t (token, nth)
      order by place, nth) end
$$;

-- Returns the words of a text as a question asks for them, in their order.
create or replace function search_tokens(words text) returns text[] language sql immutable strict parallel safe as $$
  select search_split(search_folded(words))
$$;

-- Returns what is often written apart, as a regular expression for a word before its next one: "step dad", "e mail", and the
-- digits of a large number. Other neighbours are never one word: "the rapist" is not "therapist". The marking of the found words
-- has the same rule (src/server/search/marking.ts).
create or replace function written_apart() returns text language sql immutable strict parallel safe as $$
  select '(?:anti|bio|co|ex|foster|god|grand|great|half|mid|multi|non|pre|re|self|semi|step|sub|wi)[ -](?=[a-z])|[egtuvx][ -](?=[a-z]{3})|c[ -](?=section)|[0-9]{1,3}[ -](?=[0-9]{3}(?:[^0-9]|$))'
$$;

-- Returns each two neighbours in one word.
create or replace function joined_neighbours(parts text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select part || after from (
    select part, lead(part) over (order by place) as after from unnest(parts) with ordinality as p (part, place)) p
    where after is not null)
$$;

-- Returns what the parts of compounds are in one word ("co-parenting": coparenting): two neighbouring parts, and all. The same
-- for what is often written apart. Only these words are split, since nearly all words of a text are others.
create or replace function search_compounds(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  compounds text[] := '{}';
begin
  if strpos(folded, '-') > 0 then
    compounds := array(
      select one from regexp_matches(folded, '[^ -]+(?:-[^ -]+)+', 'g') as m,
        unnest(joined_neighbours(string_to_array(m[1], '-')) || replace(m[1], '-', '')) as one
      where char_length(one) <= 64);
  end if;
  if folded ~ ('(?:^|[ -])(?:' || written_apart() || ')') then
    compounds := compounds || array(
      select one from regexp_matches(
          regexp_replace(folded, '(?<![^ -])(?:' || written_apart() || ')', '\&+', 'g'), '[^ -]+(?:[ -][+][^ -]+)+', 'g') as m,
        unnest(joined_neighbours(string_to_array(translate(m[1], '-+', ' '), ' '))) as one);
  end if;
  return compounds;
end $$;

-- Returns words in the English ground form (sleeping, sleeps: sleep).
create or replace function search_stems(tokens text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select coalesce((ts_lexize('pg_catalog.english_stem', w))[1], w)
    from (select left(token, 64) as w from unnest(tokens) as token) t where w <> '')
$$;

-- Returns the words of a text as a question asks for them, in the ground form.
create or replace function search_words(words text) returns text[] language sql immutable strict parallel safe as $$
  select search_stems(search_tokens(words))
$$;

-- Returns what the index stores for a folded text: its words, its compounds in one word, and the single letters of unspaced scripts.
create or replace function search_indexed(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  stems constant text[] := search_stems(search_split(folded) || search_compounds(folded));
begin
  if octet_length(folded) = char_length(folded) then return stems; end if;
  return stems || array(select distinct letter
    from regexp_matches(folded, '([' || unspaced_letters() || ']+)', 'g') as run, unnest(letters_of(run[1])) as letter);
end $$;

-- Returns the words of a question in the ground form, in their order, each with what finds it as well: the word in one with
-- a neighbour, if they are parts of a compound or often written apart, and with its whole compound. `begun` is the same as it is
-- typed.
create or replace function search_question(words text) returns table (word text, is_last boolean, others text[], begun text[])
  language sql immutable strict parallel safe as $$
  with parts as materialized (
      select ltrim(part, '-') as token, place, count(*) filter (where part not like '-%') over (order by place) as compound,
        part ~ ('^-?[' || unspaced_letters() || ']') as is_unspaced
      from unnest(string_to_array(replace(search_folded(words), '-', ' -'), ' ')) with ordinality as p (part, place)),
    pairs as (
      select p.*, case when not lag(is_unspaced) over near
          and (lag(compound) over near = compound or lag(token) over near || ' ' || token ~ ('^(?:' || written_apart() || ')'))
        then lag(token) over near || token end as with_last
      from parts p window near as (order by place)),
    joined as (
      select p.*, array[with_last, lead(with_last) over (order by place),
        string_agg(token, '') over (partition by compound order by place rows between unbounded preceding and unbounded following)]
        as forms
      from pairs p),
    split as (
      select t.token, case when p.is_unspaced then '{}' else array(
          select distinct f from unnest(p.forms) as f where char_length(f) between char_length(t.token) + 1 and 64) end as forms,
        p.place, t.nth
      from joined p, unnest(case when p.is_unspaced then pairs_of(p.token) else array[p.token] end) with ordinality as t (token, nth))
  select (search_stems(array[token]))[1], row_number() over (order by place desc, nth desc) = 1, search_stems(forms), forms
  from split where token <> '' order by place, nth
$$;

-- Returns the minute of a time and the blocks of time that contain it: of 8 minutes, 64, 512, up to 32 years. Each block is a
-- word of its own in the index ("@3:42"), so that a search can be limited to a stretch of time.
create or replace function search_blocks(at timestamptz) returns text[] language sql immutable strict parallel safe as $$
  select array_agg('@' || level || ':' || (floor(extract(epoch from at) / 60)::bigint >> (3 * level)))
  from generate_series(0, 8) as level
$$;

-- Returns what the index stores for a post: the words of its title and content, and its blocks of time.
create or replace function search_vector(title text, content text, at timestamptz) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  named constant text[] := search_indexed(search_folded(title));
begin
  return array_to_tsvector(named || search_indexed(search_folded(content))
    || array(select '^' || w from unnest(named) as w) || search_blocks(at));
end $$;

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

-- Returns the letters of a name for the index of trigrams, in plain small letters. A letter of another script becomes one of
-- the 26, since what the trigrams call a letter depends on the locale of the server; the names are compared letter by letter
-- afterwards. An index uses this function, so a changed body needs a migration that rebuilds it.
create or replace function name_key(name text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(name) = char_length(name) then lower(replace(name, $q$'$q$, ''))
    else (select string_agg(case when ascii(sign) < 128 then sign else chr(97 + ascii(sign) % 26) end, '' order by place)
      from regexp_split_to_table(replace(replace(replace(replace(translate(lower(regexp_replace(regexp_replace(
        normalize(translate(name, '‘’‛´ʹʻʼʽˊˋ′‵＇׳՚ꞌ', $q$''''''''''''''''$q$), NFKD),
        '[\u0027\u00ad\u0300-\u036f\u200b-\u200f\u2060-\u2069\ufe00-\ufe0f]+', '', 'g'),
        '[\u2000-\u206f\u3000-\u3004\u3008-\u303f\u30fb]+', ' ', 'g')),
        'øØłŁđĐðÐħĦıŧŦŋŊĸɓɗƙƴςÆŒÞẞ', 'oollddddhhittnnkbdkyσæœþß'),
        'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'), '') with ordinality as s (sign, place)) end
$$;

-- Returns members whose names are similar, to be compared letter by letter: the member with exactly this username, and a
-- bounded number of those with similar trigrams, the most similar first.
create or replace function search_names(sought text, likeness real) returns table (id uuid, username text, display_name text)
  language plpgsql stable set enable_seqscan = off rows 200 as $$
declare
  key constant text := name_key(sought);
begin
  perform set_config('pg_trgm.word_similarity_threshold', likeness::text, true);
  return query
    select a.id, a.username, a.display_name from profiles a where lower(a.username) = sought
    union all (
      select b.id, b.username, b.display_name from (
        select a.id, a.username, a.display_name, a.post_count from profiles a
        where name_key(a.username) %> key or name_key(a.display_name) %> key limit 1000) b
      order by greatest(word_similarity(key, name_key(b.username)),
        coalesce(word_similarity(key, name_key(b.display_name)), 0)) desc, b.post_count desc, b.id limit 200);
end $$;

-- Returns the words of a text that can be misspelled: without digits, of 3 to 24 characters, and no pairs of letters.
create or replace function known_words_of(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct w from unnest(search_tokens(words)) as w
    where char_length(w) between 3 and 24 and w = translate(w, '0123456789', '') and w !~ ('^[' || unspaced_letters() || ']'))
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

-- Keeps the ground form of a known word beside it.
create or replace function stem_known_word() returns trigger language plpgsql as $$
begin
  new.stem := coalesce((search_words(new.word))[1], new.word);
  return new;
end $$;
create or replace trigger stem_known_word before insert on known_words for each row execute function stem_known_word();

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
