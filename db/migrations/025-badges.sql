-- What is new to a member in each of his places (docs/decisions/023). Each is found by a range of an index that begins where
-- he last looked, so that it costs the same whenever that was.

-- A comment names the author of its post: what was said to one man is found without going over all that he ever wrote.
-- It is nobody once that account is gone.
alter table comments add column post_author_id uuid;
update comments k set post_author_id = p.author_id from posts p where p.id = k.post_id and p.author_id is not null;
alter table comments add constraint comments_post_author_id_fkey
  foreign key (post_author_id) references profiles (id) on delete set null;
create index comments_to on comments (post_author_id, created_at desc);

-- Whatever a statement says. The author is held as the foreign key holds him: of one whose account goes at this moment
-- nothing is left to be named.
create function name_post_author() returns trigger language plpgsql as $$
begin
  new.post_author_id := null;
  select a.id into new.post_author_id from posts p join profiles a on a.id = p.author_id
    where p.id = new.post_id for key share of a;
  return new;
end $$;
create trigger name_post_author before insert on comments for each row execute function name_post_author();

create index group_messages_newest on group_messages (group_id, created_at desc);
create index local_events_newest on local_events (event_date, created_at desc) include (group_id, user_id)
  where cancelled_at is null;

-- Whatever was before his first sign-in is no news to him (AMB-71); for those who are here already, before today.
create function begin_to_see() returns trigger language plpgsql as $$
begin
  insert into member_seen (member_id, karma) select p.id, p.community_karma from profiles p where p.id = new.id
    on conflict (member_id) do nothing;
  return null;
end $$;
create trigger begin_to_see after update of signed_in_at on profiles_private for each row
  when (old.signed_in_at is null and new.signed_in_at is not null) execute function begin_to_see();
insert into member_seen (member_id, karma)
  select p.id, p.community_karma from profiles p join profiles_private s on s.id = p.id where s.signed_in_at is not null
  on conflict (member_id) do nothing;
