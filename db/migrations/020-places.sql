-- Towns and postal codes that the house knows by itself. They come with two packages and are filled in by the running
-- program (server/places/loading.ts), all of them in one transaction.

create table places (
  name text not null,
  -- as it is looked for: without accents and capitals (server/places/folding.ts); of a postal code the code itself
  folded text collate "C" not null,
  kind text not null check (kind in ('town', 'part', 'alias', 'postal')),
  -- ISO 3166, and of the United States, Canada and the United Kingdom the part of it: OR, ON, ENG
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- of the grid of local mode (kernel/grid.ts)
  cell integer not null,
  population integer not null check (population >= 0),
  -- how much is meant by its name: its inhabitants, but of a part of a town a tenth of them, and of a capital at least some
  weight integer not null check (weight >= 0),
  postal_code text,
  check ((kind = 'postal') = (postal_code is not null))
);

-- As you type: whatever begins with one, two or three letters, the largest first …
create index places_by_letter on places (left(folded, 1), weight desc);
create index places_by_two_letters on places (left(folded, 2), weight desc);
create index places_by_three_letters on places (left(folded, 3), weight desc);
-- … with more letters, or is called exactly so …
create index places_by_name on places (folded, weight desc);
-- … has a later word that begins so, or is misspelt.
create index places_by_trigrams on places using gin (folded gin_trgm_ops) where kind <> 'postal';
-- The towns around a position, and what begins so near the one who types.
create index places_by_cell on places (cell);

-- Which of the data are in: one row. They are replaced by a higher number (server/places/loading.ts).
create table gazetteer (
  one boolean primary key default true check (one),
  version integer not null,
  loaded_at timestamptz(3) not null default now()
);

-- Names that look like this one, to be compared letter by letter: a bounded number of them. They are written down the largest
-- first, and so they come.
create function places_alike(sought text, likeness real, countries text[], regions text[]) returns setof places
  language plpgsql stable rows 100 set enable_seqscan = off set enable_indexscan = off as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', likeness::text, true);
  return query
    select p.* from places p
      where p.folded %> sought and p.kind <> 'postal'
        and (countries is null or p.country = any (countries) or p.country || '-' || p.region = any (regions))
      limit 300;
end $$;
