-- Search. One row per post, written by triggers in the transaction of the post itself: a post is found from the moment
-- it is written, and no longer from the moment it is edited away or deleted.
create extension if not exists pg_trgm;

-- The words of a text, as the index keeps them and a question asks for them: without accents and case, in the ground
-- form of English (sleeping, sleeps: sleep). Every other sign parts words, except the apostrophe in one. The signs are
-- named by their numbers, because what a locale calls a letter differs from server to server.
create function search_tokens(words text) returns text[] language sql immutable strict parallel safe as $$
  select string_to_array(trim(lower(case
    -- plain English, the quick way
    when octet_length(words) = char_length(words)
    then regexp_replace(replace(left(words, 240000), $q$'$q$, ''), '[^0-9A-Za-z]+', ' ', 'g')
    else regexp_replace(regexp_replace(
      left(normalize(words, NFKD), 240000),
      '[\u0027\u2019\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]+', '', 'g'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\uff00-\uff0f\ufffd\U0001f000-\U0001faff]+',
      ' ', 'g')
    end)), ' ')
$$;
create function search_words(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select coalesce((ts_lexize('pg_catalog.english_stem', w))[1], w)
    from (select left(token, 64) as w from unnest(search_tokens(words)) as token) tokens where w <> '')
$$;

-- The minute of a time, and the blocks it lies in: 8 minutes, 64, 512 … 32 years. In the index each block is a word of
-- its own, so that one stretch of time can be looked through for a word without touching the rest ("@3:42").
create function search_blocks(at timestamptz) returns text[] language sql immutable strict parallel safe as $$
  select array_agg('@' || level || ':' || (floor(extract(epoch from at) / 60)::bigint >> (3 * level)))
  from generate_series(0, 8) as level
$$;

create table post_search (
  post_id uuid primary key references posts (id) on delete cascade,
  -- as in posts, so that one look here says which posts, in which order, and for whom
  created_at timestamptz(3) not null,
  group_id uuid,
  -- the words, those of the title once more with a sign ("^sleep"), and the blocks of time
  words tsvector not null
);
-- the newest page of a common word is read from here
create index post_search_newest on post_search (created_at desc, post_id desc);

create function search_vector(title text, content text, at timestamptz) returns tsvector
  language sql immutable strict parallel safe as $$
  select array_to_tsvector(search_words(title || ' ' || content)
    || array(select '^' || w from unnest(search_words(title)) as w) || search_blocks(at))
$$;

create function index_post() returns trigger language plpgsql as $$
begin
  insert into post_search (post_id, created_at, group_id, words)
    values (new.id, new.created_at, new.group_id, search_vector(new.title, new.content, new.created_at))
    on conflict (post_id) do update
      set created_at = excluded.created_at, group_id = excluded.group_id, words = excluded.words;
  return null;
end $$;
-- The triggers come first: from here on nobody writes a post beside what follows, so none is left out.
create trigger index_post after insert on posts for each row execute function index_post();
create trigger index_post_again after update of title, content, created_at, group_id on posts for each row
  when ((old.title, old.content, old.created_at, old.group_id) is distinct from (new.title, new.content, new.created_at, new.group_id))
  execute function index_post();
insert into post_search (post_id, created_at, group_id, words)
  select id, created_at, group_id, search_vector(title, content, created_at) from posts order by created_at, id;
-- What waits in the pending list is read by every search, and whoever fills it sorts it in: it is kept short.
create index post_search_words on post_search using gin (words) with (gin_pending_list_limit = 512);

-- Names, also misspelt.
create index profiles_names on profiles using gin (lower(username) gin_trgm_ops, lower(display_name) gin_trgm_ops);

-- Matches within blocks of time (null: all time) older than a place in the list, at most `most` of them, in no order.
-- The words' index answers, never a walk through the table: the planner cannot know how words and times go together.
create function search_stretch(blocks tsquery, wanted tsquery, before timestamptz, before_id uuid, most integer)
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

-- Members whose names look like this one, to be compared letter by letter: whose name it is, and a bounded number of
-- those that are alike in their trigrams, the likeliest first.
create function search_names(sought text, likeness real) returns table (id uuid, username text, display_name text)
  language plpgsql stable rows 200 as $$
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
