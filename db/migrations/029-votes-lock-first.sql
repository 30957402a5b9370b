-- As in 022 and 012, but the tally is locked before the voter's own row is written, whose foreign key would else lock the
-- post together with whoever changes its tally just then. A version of a row that two had locked counts as alive in every
-- index until the next vacuum: whoever looked for the post walked through all of them, and after some ten thousand votes a
-- vote took six milliseconds instead of one (docs/decisions/008).

-- Lock order: the pair of member and post (it lets nobody else wait), the post against deletion, the post, his own row. No
-- row, or a foreign key violation: the post has gone meanwhile, and nothing is written.
create or replace function cast_post_vote(voter uuid, target uuid, direction text)
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
  perform hold_post(target);
  insert into facts (kind, actor_id, data)
    values ('vote.cast', voter, jsonb_build_object('post_id', target, 'direction', direction));
  return query update posts p set
      upvotes = p.upvotes + (after is true)::int - (before is true)::int,
      downvotes = p.downvotes + (after is false)::int - (before is false)::int,
      own_vote = case when p.author_id = voter then (after is true)::int - (after is false)::int else p.own_vote end
    where p.id = target returning p.upvotes, p.downvotes;
  if not found then raise foreign_key_violation using message = 'the target has gone'; end if;
  if after is null then
    delete from post_votes v where v.user_id = voter and v.post_id = target;
  elsif before is null then
    insert into post_votes (post_id, user_id, is_upvote) values (target, voter, after);
  else
    update post_votes v set is_upvote = after where v.user_id = voter and v.post_id = target;
  end if;
end $$;

-- Lock order: the pair, the comment, his own row, as a deletion takes them.
create or replace function cast_comment_vote(voter uuid, target uuid, direction text)
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
  insert into facts (kind, actor_id, data)
    values ('comment_vote.cast', voter, jsonb_build_object('comment_id', target, 'direction', direction));
  return query update comments k set
      upvotes = k.upvotes + (after is true)::int - (before is true)::int,
      downvotes = k.downvotes + (after is false)::int - (before is false)::int,
      own_vote = case when k.author_id = voter then (after is true)::int - (after is false)::int else k.own_vote end
    where k.id = target returning k.upvotes, k.downvotes;
  if not found then raise foreign_key_violation using message = 'the target has gone'; end if;
  if after is null then
    delete from comment_votes v where v.user_id = voter and v.comment_id = target;
  elsif before is null then
    insert into comment_votes (comment_id, user_id, is_upvote) values (target, voter, after);
  else
    update comment_votes v set is_upvote = after where v.user_id = voter and v.comment_id = target;
  end if;
end $$;

create or replace function cast_poll_vote(voter uuid, poll uuid, choice uuid) returns boolean language plpgsql as $$
declare
  before uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(voter::text || poll::text, 1));
  perform hold_post(poll);
  perform from posts p where p.id = poll;
  if not found then raise foreign_key_violation using message = 'the poll has gone'; end if;
  perform from poll_options o where o.post_id = poll and o.id = choice;
  if not found then return false; end if;
  select v.option_id into before from poll_votes v where v.user_id = voter and v.post_id = poll;
  if before = choice then return true; end if;
  insert into facts (kind, actor_id, data)
    values ('poll_vote.cast', voter, jsonb_build_object('post_id', poll, 'option_id', choice));
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
