-- Whoever writes below a post holds the post together with others; whoever deletes it holds it alone (decision 015).
-- Not by `for key share`: PostgreSQL forgets that lock when it is taken while somebody else writes the row's next
-- version, if that goes to another page or has long values. Then a deletion ran beside what had to keep it waiting.
create function hold_post(post uuid) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended(post::text, 2))
$$;
create function hold_post_alone(post uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(post::text, 2))
$$;

-- Lock order: the pair of member and post (it lets nobody else wait), the post against deletion, his own row, then the
-- tally last, so that a hot post is held briefly. No row, or a foreign key violation: the post has gone meanwhile, and
-- nothing is written. A comment needs no such hold: its tally, which comes last, finds that it has gone.
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
