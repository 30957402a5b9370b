-- The room blocks owns these functions (src/server/blocks).
-- Promise: Two members between whom there is a block see nothing of each other.
-- Reads: blocks.

-- Returns whether one of the two members has blocked the other. Returns false if either id is null.
create or replace function is_blocked_between(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from blocks b where b.blocker_id = one and b.blocked_id = other)
    or exists (select from blocks b where b.blocker_id = other and b.blocked_id = one)
$$;

-- Locks the blocks of one member for the transaction, to count them. It is taken before lock_pair.
create or replace function lock_blocks(blocker uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(blocker::text, 24))
$$;
