-- Search finds more spellings of a word ("co-parenting" by "coparenting", "straße" by "strasse", a word within a run of Chinese),
-- so the words of all posts are stored again: by a job of the search, the newest posts first.
create table search_reindexing (
  -- older posts are left
  created_at timestamptz(3) not null default 'infinity',
  post_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  -- then the known words after this one are checked
  word text
);
insert into search_reindexing select where exists (select from posts);

-- The assistant's index has the same words. Its own steps do the rest.
insert into retrieval_sweeps (kind, of_id) select 'all posts', '00000000-0000-0000-0000-000000000000'
  where exists (select from retrieval_totals where documents > 0)
  on conflict (kind, of_id) do update set created_at = default, last_id = default;
