-- Polls: options in the order in which they were entered, one vote per member and poll.
create table poll_options (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts (id) on delete cascade,
  option_text text not null check (char_length(option_text) between 1 and 100),
  vote_count integer not null default 0 check (vote_count >= 0),
  -- distinct and increasing within a poll: it is the order of the options
  created_at timestamptz(3) not null default now(),
  unique (post_id, created_at),
  -- so that a vote can only name an option of its own poll
  unique (post_id, id)
);
create unique index poll_options_differ on poll_options (post_id, lower(option_text));

create table poll_votes (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  option_id uuid not null,
  unique (user_id, post_id),
  foreign key (post_id, option_id) references poll_options (post_id, id) on delete cascade
);
create index poll_votes_of_option on poll_votes (post_id, option_id);

-- A poll has two to eight options, anything else none; looked at when the transaction that writes them ends.
create function poll_is_whole() returns trigger language plpgsql as $$
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
  if not found then return null; end if; -- it has gone, and its options with it
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

-- Votes. One statement for a vote, O(1) whatever the age of its target. Lock order: the pair of member and target
-- (advisory; it lets nobody else wait), the target against deletion (shared: voters do not wait for each other), his own
-- row, then the tally last, so that a hot post is held briefly.
-- The caller has asked whether the voter may see the target. No row, or a foreign key
-- violation: it has gone meanwhile, and nothing is written.
create function cast_post_vote(voter uuid, target uuid, direction text)
  returns table (upvotes integer, downvotes integer) language plpgsql as $$
declare
  before boolean;
  after boolean := case direction when 'up' then true when 'down' then false end;
begin
  perform pg_advisory_xact_lock(hashtextextended(voter::text || target::text, 0));
  select v.is_upvote into before from post_votes v where v.user_id = voter and v.post_id = target;
  if before is not distinct from after then
    return query select p.upvotes, p.downvotes from posts p where p.id = target;
    return;
  end if;
  perform from posts p where p.id = target for key share;
  if after is null then
    delete from post_votes v where v.user_id = voter and v.post_id = target;
  elsif before is null then
    insert into post_votes (post_id, user_id, is_upvote) values (target, voter, after);
  else
    update post_votes v set is_upvote = after where v.user_id = voter and v.post_id = target;
  end if;
  insert into facts (kind, actor_id, data)
    values ('vote.cast', voter, jsonb_build_object('post_id', target, 'direction', direction));
  return query update posts p set
      upvotes = p.upvotes + (after is true)::int - (before is true)::int,
      downvotes = p.downvotes + (after is false)::int - (before is false)::int
    where p.id = target returning p.upvotes, p.downvotes;
  if not found then raise foreign_key_violation using message = 'the target has gone'; end if;
end $$;

create function cast_comment_vote(voter uuid, target uuid, direction text)
  returns table (upvotes integer, downvotes integer) language plpgsql as $$
declare
  before boolean;
  after boolean := case direction when 'up' then true when 'down' then false end;
begin
  perform pg_advisory_xact_lock(hashtextextended(voter::text || target::text, 0));
  select v.is_upvote into before from comment_votes v where v.user_id = voter and v.comment_id = target;
  if before is not distinct from after then
    return query select k.upvotes, k.downvotes from comments k where k.id = target;
    return;
  end if;
  perform from comments k where k.id = target for key share;
  if after is null then
    delete from comment_votes v where v.user_id = voter and v.comment_id = target;
  elsif before is null then
    insert into comment_votes (comment_id, user_id, is_upvote) values (target, voter, after);
  else
    update comment_votes v set is_upvote = after where v.user_id = voter and v.comment_id = target;
  end if;
  insert into facts (kind, actor_id, data)
    values ('comment_vote.cast', voter, jsonb_build_object('comment_id', target, 'direction', direction));
  return query update comments k set
      upvotes = k.upvotes + (after is true)::int - (before is true)::int,
      downvotes = k.downvotes + (after is false)::int - (before is false)::int
    where k.id = target returning k.upvotes, k.downvotes;
  if not found then raise foreign_key_violation using message = 'the target has gone'; end if;
end $$;

-- The two tallies of a change are touched in the order of their ids: two members who swap never wait in a circle.
-- False: the option is none of this poll's, or has gone.
create function cast_poll_vote(voter uuid, poll uuid, choice uuid) returns boolean language plpgsql as $$
declare
  before uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(voter::text || poll::text, 1));
  perform from poll_options o where o.post_id = poll and o.id = choice;
  if not found then return false; end if;
  select v.option_id into before from poll_votes v where v.user_id = voter and v.post_id = poll;
  if before = choice then return true; end if;
  perform from posts p where p.id = poll for key share;
  if not found then raise foreign_key_violation using message = 'the poll has gone'; end if;
  if before is null then
    insert into poll_votes (post_id, user_id, option_id) values (poll, voter, choice);
  else
    update poll_votes v set option_id = choice where v.user_id = voter and v.post_id = poll;
  end if;
  insert into facts (kind, actor_id, data)
    values ('poll_vote.cast', voter, jsonb_build_object('post_id', poll, 'option_id', choice));
  perform from poll_options o where o.id in (before, choice) order by o.id for no key update;
  update poll_options o set vote_count = o.vote_count + case when o.id = choice then 1 else -1 end
    where o.id in (before, choice);
  return true;
end $$;
