-- A member's comments are a page of an index also where many of them stand in private networks, or were taken away: each
-- says for whom it is, as its post does (docs/decisions/018). Who may see the post is still asked of its network.

-- Everyone: the id of nobody. Otherwise the one network whose members may see it. Null: nobody, an administrator took it away.
alter table comments add column open_to uuid default '00000000-0000-0000-0000-000000000000';
update comments k set open_to = case when k.removed_at is null then p.open_to end from posts p
  where p.id = k.post_id and (k.removed_at is not null or p.open_to <> '00000000-0000-0000-0000-000000000000');
-- as of posts: each network is to be taken for the largest
alter table comments alter column open_to set (n_distinct = 1);
alter table comments add constraint comments_open check ((open_to is null) = (removed_at is not null));

-- Whoever writes or brings back a comment holds its network as it is, so that its post says the same until he has done.
create function open_comment() returns trigger language plpgsql as $$
begin
  new.open_to := case when new.removed_at is null then (select p.open_to from posts p where p.id = new.post_id) end;
  return new;
end $$;
create trigger open_comment before insert or update of removed_at on comments for each row execute function open_comment();

-- Of one that is taken away or brought back meanwhile, what it is by then decides.
create function open_comments() returns trigger language plpgsql as $$
begin
  update comments k set open_to = case when k.removed_at is null then new.open_to end where k.post_id = new.id;
  return null;
end $$;
-- Triggers run by their names, and this one after its karma (`weigh_post_turned`), which holds the comments against voters:
-- one that had written them already would wait for a voter who waits for it.
create trigger with_comments after update of open_to on posts for each row when (old.open_to <> new.open_to)
  execute function open_comments();

drop index comments_of_author;
create index comments_of_author on comments (author_id, open_to, created_at desc, id desc);
analyze comments (open_to);
