-- 010 and 011 were changed for some hours after they had been published. Whichever form a database has run, from here on
-- it has the later one: signs drawn as emoji stand alone, and an id is used up for its own kind of thing only.
create or replace function search_tokens(words text) returns text[] language sql immutable strict parallel safe as $$
  select string_to_array(trim(lower(case
    -- plain English, the quick way
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

-- What was written before. Nobody who writes waits for it, but whoever changes one of these very posts.
update post_search s set words = search_vector(p.title, p.content, p.created_at) from posts p
  where p.id = s.post_id and octet_length(p.title || p.content) > char_length(p.title || p.content)
    and p.title || p.content ~ '[\u00a9\u00ae\u2194-\u2bff\u3030\u303d\ufe0f\U0001f000-\U0001faff]';

alter table used_ids add column if not exists kind text check (kind in ('posts', 'comments'));
-- the earlier form did not say what had the id: a fact does
update used_ids u set kind = 'comments' from facts f
  where u.kind is null and f.kind = 'comment.deleted' and f.data ->> 'comment_id' = u.id::text;
update used_ids set kind = 'posts' where kind is null;
alter table used_ids alter column kind set not null;
alter table used_ids drop constraint used_ids_pkey;
alter table used_ids add primary key (id, kind);

create or replace function keep_used_id() returns trigger language plpgsql as $$
begin
  insert into used_ids (id, kind, author_id) values (old.id, tg_table_name, old.author_id) on conflict do nothing;
  return null;
end $$;
create or replace function id_is_new() returns trigger language plpgsql as $$
begin
  if exists (select from used_ids u where u.id = new.id and u.kind = tg_table_name) then
    raise unique_violation using constraint = 'id_is_new', message = 'what had this id has been deleted';
  end if;
  return null;
end $$;
