-- The room retrieval owns these functions (src/server/retrieval).
-- Promise: The assistant's index follows what members may read.
-- Writes: retrieval_stale.
-- Triggers on: posts.

-- Returns the words of a text in their English ground form, without stop words; compounds also in one word.
create or replace function retrieval_words(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select stem from (select search_folded(words) as folded) f,
    unnest(search_split(folded) || search_compounds(folded)) with ordinality as t (token, place),
    lateral (select (ts_lexize('pg_catalog.english_stem', left(token, 64)))[1] as stem) s
    where stem is not null and token <> '' and token <> all ('{im,ive,dont,doesnt,didnt,cant,couldnt,wont,wouldnt,shouldnt,isnt,arent,wasnt,werent,hasnt,havent,hadnt,youre,youve,youll,hes,shes,theyre,theyve,thats,whats,theres,lets,weve}')
    order by place)
$$;

-- Marks a post whose visibility changed to be indexed again. reindex_visibility writes no fact, so a trigger does it.
create or replace function mark_post_stale() returns trigger language plpgsql as $$
begin
  insert into retrieval_stale (post_id) values (new.id);
  return null;
end $$;
create or replace trigger retrieval_turned after update of open_to on posts for each row when (old.open_to <> new.open_to)
  execute function mark_post_stale();

-- Returns words of the index that are spelled almost like one of these forms, to be compared letter by letter. The settings
-- make the index answer: the planner cannot know how few there are.
create or replace function retrieval_words_like(forms text[], most integer) returns table (id integer, lexeme text, documents integer)
  language plpgsql stable rows 50 set enable_seqscan = off as $$
begin
  return query select l.id, l.lexeme, l.documents from retrieval_lexemes l
    where spellings_of(l.lexeme) && array(select unnest(spellings_of(f)) from unnest(forms) as f) and l.documents > 0
    order by l.documents desc limit most;
end $$;
