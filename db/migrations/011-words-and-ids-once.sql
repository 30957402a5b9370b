-- The client makes the id of what it sends, so that a repeated send is harmless. Also a late one: an id that was used does
-- not come back after what it named has been deleted, and what its author has changed since is still known as his.

-- A fingerprint of the words as they were first sent; null while they are unchanged.
alter table posts add column first_words text check (char_length(first_words) = 32);
alter table comments add column first_words text check (char_length(first_words) = 32);
create function words_mark(title text, content text) returns text language sql immutable parallel safe as $$
  select md5(md5(title) || md5(content))
$$;

-- What has been deleted, and whose it was. The comments of a deleted post are not in it: without the post they cannot be
-- sent again.
create table used_ids (
  id uuid not null,
  kind text not null check (kind in ('posts', 'comments')),
  author_id uuid references profiles (id) on delete set null,
  deleted_at timestamptz(3) not null default now(),
  -- of each kind: nobody takes the id of another man's post by deleting a comment of that id
  primary key (id, kind)
);
create index used_ids_of_author on used_ids (author_id);

create function keep_used_id() returns trigger language plpgsql as $$
begin
  insert into used_ids (id, kind, author_id) values (old.id, tg_table_name, old.author_id) on conflict do nothing;
  return null;
end $$;
create trigger keep_used_id after delete on posts for each row execute function keep_used_id();
create trigger keep_used_id after delete on comments for each row when (pg_trigger_depth() = 0)
  execute function keep_used_id();

-- Asked after the insert, which has by then waited for whoever deletes what it would repeat.
create function id_is_new() returns trigger language plpgsql as $$
begin
  if exists (select from used_ids u where u.id = new.id and u.kind = tg_table_name) then
    raise unique_violation using constraint = 'id_is_new', message = 'what had this id has been deleted';
  end if;
  return null;
end $$;
create trigger id_is_new after insert on posts for each row execute function id_is_new();
create trigger id_is_new after insert on comments for each row execute function id_is_new();
