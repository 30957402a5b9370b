-- The room places owns these functions (src/server/places).
-- Promise: A place is found by a name that is spelled almost right.
-- Reads: places.

-- Returns at most 300 places whose names are similar by trigrams, to be compared letter by letter. Places are stored the
-- largest first, and are returned in that order.
create or replace function places_alike(sought text, likeness real, countries text[], regions text[]) returns setof places
  language plpgsql stable rows 100 set enable_seqscan = off set enable_indexscan = off as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', likeness::text, true);
  return query
    select p.* from places p
      where p.folded %> sought and p.kind <> 'postal'
        and (countries is null or p.country = any (countries) or p.country || '-' || p.region = any (regions))
      limit 300;
end $$;
