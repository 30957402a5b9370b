-- The room comments owns these functions (src/server/comments).
-- Promise: A comment names the author of its post, and has the visibility of its post while it is not removed.
-- Writes: comments.
-- Reads: posts, profiles.
-- Triggers on: comments, posts.

-- Stores the author of the post in the comment. It locks the author's profile as the foreign key does, so a deleted
-- account is never named.
create or replace function set_post_author() returns trigger language plpgsql as $$
begin
  new.post_author_id := null;
  select a.id into new.post_author_id from posts p join profiles a on a.id = p.author_id
    where p.id = new.post_id for key share of a;
  return new;
end $$;
create or replace trigger name_post_author before insert on comments for each row execute function set_post_author();

-- Copies the visibility of the post into a new or restored comment; a removed comment is visible to nobody. The caller
-- locks the network, so the visibility of the post cannot change meanwhile.
create or replace function set_comment_visibility() returns trigger language plpgsql as $$
begin
  new.open_to := case when new.removed_at is null then (select p.open_to from posts p where p.id = new.post_id) end;
  return new;
end $$;
create or replace trigger open_comment before insert or update of removed_at on comments for each row execute function set_comment_visibility();

-- Copies a changed visibility of a post into its comments. The update waits for comments that are removed or restored
-- at the same time, and uses their final state.
create or replace function update_comment_visibility() returns trigger language plpgsql as $$
begin
  update comments k set open_to = case when k.removed_at is null then new.open_to end where k.post_id = new.id;
  return null;
end $$;

-- Triggers run in the order of their names. This one runs after weigh_post_turned, which locks the comments against
-- voters; the other order could deadlock with a vote.
create or replace trigger with_comments after update of open_to on posts for each row when (old.open_to <> new.open_to)
  execute function update_comment_visibility();
