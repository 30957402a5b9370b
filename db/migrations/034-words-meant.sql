-- What a question that finds nothing may have meant (docs/decisions/011): the words that stand in posts for everyone, as they
-- are written there, and in how many of them. A word of a private network is never in it.

-- The words of a text that somebody can misspell: no numbers, nothing very short, no run of letters that is no word.
create function known_words_of(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct w from unnest(search_tokens(words)) as w
    where char_length(w) between 3 and 24 and w = translate(w, '0123456789', ''))
$$;

-- The beginning of a word, and that with each of its letters left out, as numbers. Two words have one of these in common when
-- one letter was put in, left out, exchanged or swapped with its neighbour; and when the letters differ only further behind.
create function spellings_of(word text) returns integer[] language sql immutable strict parallel safe as $$
  select array_agg(distinct hashtext(overlay(b.begun placing '' from n for 1))) || hashtext(b.begun)
  from (select left(word, 7) as begun) b, generate_series(1, char_length(b.begun)) as n group by b.begun
$$;

create table known_words (
  word text primary key,
  -- its ground form: a question has "kettles" right when "kettle" is known
  stem text not null generated always as ((search_words(word))[1]) stored,
  posts integer not null check (posts > 0)
);

-- What deeds have changed of it, to be added up by a job: those who write wait for no row of a word.
create table known_word_changes (
  id bigint generated always as identity primary key,
  words text[] not null,
  way integer not null check (way in (-1, 1))
);

create function note_words() returns trigger language plpgsql as $$
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
create trigger note_words after insert or delete on posts for each row execute function note_words();
create trigger note_words_again after update of title, content, open_to on posts for each row
  when ((old.title, old.content, old.open_to) is distinct from (new.title, new.content, new.open_to))
  execute function note_words();

-- As in 028, and no more than half a million characters at once: the words of each post that turns are read.
create or replace function turn_posts(network uuid, most integer, most_comments integer) returns boolean language plpgsql as $$
declare
  everyone constant uuid := '00000000-0000-0000-0000-000000000000';
  whom uuid;
  way integer;
  post record;
  place group_turns;
  seen integer := 0;
  turned uuid[] := '{}';
  comments integer := 0;
  letters bigint := 0;
  is_last boolean := true;
begin
  perform hold_group_alone(network);
  select * into place from group_turns t where t.group_id = network for update;
  if not found then return false; end if;
  select case when g.is_public and g.status = 'approved' then everyone else g.id end into whom
    from groups g where g.id = network;
  way := case when whom = everyone then 1 else -1 end;
  for post in
    select p.id, p.created_at, p.open_to, p.comment_count, p.removed_at,
      char_length(p.content) as letters from posts p
    where p.group_id = network and (p.created_at, p.id) < (place.created_at, place.post_id)
    order by p.created_at desc, p.id desc limit most + 1
  loop
    if seen = most or comments >= most_comments or letters >= 500000 then is_last := false; exit; end if;
    seen := seen + 1;
    place.created_at := post.created_at;
    place.post_id := post.id;
    if post.open_to <> whom and post.removed_at is null then
      turned := turned || post.id;
      comments := comments + post.comment_count;
      letters := letters + post.letters;
    end if;
  end loop;
  if is_last then
    delete from group_turns t where t.group_id = network;
  else
    update group_turns t set created_at = place.created_at, post_id = place.post_id where t.group_id = network;
  end if;
  if turned = '{}' then return not is_last; end if;

  update posts p set open_to = whom where p.id = any (turned);
  with written as (select p.category_id as id, count(*)::int as posts from posts p where p.id = any (turned) group by 1),
    held as materialized (
      select c.id from categories c where c.id in (select w.id from written w) order by c.id for no key update)
  update categories c set post_count = c.post_count + way * w.posts
    from written w join held h on h.id = w.id where c.id = w.id;
  with written as (
      select w.id, sum(w.posts)::int as posts, sum(w.comments)::int as comments from (
        select p.author_id as id, 1 as posts, 0 as comments from posts p
          where p.id = any (turned) and p.author_id is not null
        union all select k.author_id, 0, 1 from comments k
          where k.post_id = any (turned) and k.author_id is not null and k.removed_at is null) w group by w.id),
    held as materialized (
      select a.id from profiles a where a.id in (select w.id from written w) order by a.id for no key update)
  update profiles a set post_count = a.post_count + way * w.posts, comment_count = a.comment_count + way * w.comments
    from written w join held h on h.id = w.id where a.id = w.id;
  return not is_last;
end $$;

-- The triggers come first: nobody writes a post beside this.
insert into known_words (word, posts)
  select w, count(*) from posts p, unnest(known_words_of(p.title || ' ' || p.content)) as w
  where p.open_to = '00000000-0000-0000-0000-000000000000' group by w;
create index known_words_stem on known_words (stem);
-- Only the job below writes it, so nothing waits in a pending list that every question would read.
create index known_words_spelled on known_words using gin (spellings_of(word)) with (fastupdate = off);

-- Adds up the oldest changes and answers how many it took: at most `most`, and no more than hold 5,000 words together, but
-- always one, so that a statement ends in time whatever was written. By one process at a time, so no two of them want the
-- same words. What a change takes away, an older one has brought.
create function count_words(most integer) returns integer language plpgsql as $$
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

-- Known words that are nearly written like one of these, to be compared letter by letter. The index answers, and a bounded
-- number of them: the planner cannot know how few they are.
create function known_words_like(forms text[], most integer) returns table (word text, posts integer)
  language plpgsql stable rows 50 set enable_seqscan = off as $$
begin
  return query select k.word, k.posts from known_words k
    where spellings_of(k.word) && array(select unnest(spellings_of(f)) from unnest(forms) as f) limit most;
end $$;

-- Asked often in one session, the planner took the limit within for a promise of many matches, and read all members instead
-- of the index: a second and more for a long question that nobody is called by.
alter function search_names(text, real) set enable_seqscan = off;
