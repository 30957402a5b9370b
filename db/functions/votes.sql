-- The room votes owns these functions (src/server/votes).
-- Promise: A member has one vote for a post or comment. A vote costs the same whatever the age of the post, and the tally
-- is exact. See docs/decisions/008-votes.md.
-- Writes: comment_votes, comments, post_votes, posts.

-- Sets the vote of a member for a post: 'up', 'down', or anything else for none. Returns the new tallies. Returns no row, or
-- raises foreign_key_violation, if the post was deleted. The caller has checked that the voter may see the post.
-- The post is updated before the vote is written, because the foreign key of the vote would otherwise lock the post
-- together with another voter. A row version that two transactions had locked stays in all indexes until the next vacuum.
-- Lock order: the pair of member and post (advisory), the post against deletion, the post, the vote.
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
  perform lock_post(target);
  perform write_fact('vote.cast', voter, jsonb_build_object('post_id', target, 'direction', direction));
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

-- The same for a comment. Lock order: the pair of member and comment (advisory), the comment, the vote, as a deletion locks
-- them.
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
  perform write_fact('comment_vote.cast', voter, jsonb_build_object('comment_id', target, 'direction', direction));
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
