-- The room polls owns these functions (src/server/polls).
-- Promise: A poll has two to eight options, and a member has one vote in it.
-- Writes: poll_options, poll_votes.
-- Reads: posts.
-- Triggers on: poll_options, posts.

-- Checks at the end of the transaction that a poll has two to eight options and any other post has none.
create or replace function poll_is_whole() returns trigger language plpgsql as $$
declare
  poll uuid;
  kind text;
  options integer;
begin
  if tg_table_name = 'posts' then poll := new.id;
  elsif tg_op = 'DELETE' then poll := old.post_id;
  else poll := new.post_id;
  end if;
  select type into kind from posts where id = poll;
  if not found then return null; end if; -- the post was deleted, and its options with it
  select count(*) into options from poll_options where post_id = poll;
  if (kind = 'poll' and options not between 2 and 8) or (kind <> 'poll' and options > 0) then
    raise check_violation using message = 'a poll has two to eight options, any other post none';
  end if;
  return null;
end $$;
create constraint trigger poll_is_whole after insert on posts deferrable initially deferred
  for each row when (new.type = 'poll') execute function poll_is_whole();
create constraint trigger poll_is_whole after insert or delete or update of post_id on poll_options deferrable initially deferred
  for each row execute function poll_is_whole();

-- Votes in a poll, or changes the vote. Returns false if the option does not belong to this poll. Raises
-- foreign_key_violation if the poll was deleted. The two tallies of a change are locked in order of id, so two members who
-- swap their options cannot deadlock.
-- Lock order: the pair of member and poll (advisory), the post, the options by id, the vote.
create or replace function cast_poll_vote(voter uuid, poll uuid, choice uuid) returns boolean language plpgsql as $$
declare
  before uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(voter::text || poll::text, 1));
  perform lock_post(poll);
  perform from posts p where p.id = poll;
  if not found then raise foreign_key_violation using message = 'the poll has gone'; end if;
  perform from poll_options o where o.post_id = poll and o.id = choice;
  if not found then return false; end if;
  select v.option_id into before from poll_votes v where v.user_id = voter and v.post_id = poll;
  if before = choice then return true; end if;
  perform write_fact('poll_vote.cast', voter, jsonb_build_object('post_id', poll, 'option_id', choice));
  perform from poll_options o where o.id in (before, choice) order by o.id for no key update;
  update poll_options o set vote_count = o.vote_count + case when o.id = choice then 1 else -1 end
    where o.id in (before, choice);
  if before is null then
    insert into poll_votes (post_id, user_id, option_id) values (poll, voter, choice);
  else
    update poll_votes v set option_id = choice where v.user_id = voter and v.post_id = poll;
  end if;
  return true;
end $$;
