-- Connections and blocks: how the two of a pair come one after the other, the number of kin, and what may not be written.

alter table connections
  -- the other has asked, too: either of them can accept
  add column crossed_at timestamptz(3),
  -- how often he who was asked has declined this man since they last were connected, and when last
  add column declines smallint not null default 0,
  add column declined_at timestamptz(3);
alter table connections add constraint connections_crossed check (crossed_at is null or status = 'pending');
alter table connections add constraint connections_declined check (
  declines >= 0 and (declines = 0) = (declined_at is null) and (status <> 'declined' or declines > 0));

-- Two men: what they ask, answer and end between them comes one after the other, and so does a block; neither's account is
-- deleted meanwhile (hold_member, 019). Taken before all else.
create function hold_pair(one uuid, other uuid) returns void language plpgsql as $$
begin
  perform hold_member(least(one, other));
  perform hold_member(greatest(one, other));
  perform pg_advisory_xact_lock(hashtextextended(least(one, other)::text || greatest(one, other)::text, 23));
end $$;
-- One man's blocks, to count them. Taken before a pair.
create function hold_blocks(blocker uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(blocker::text, 24))
$$;

-- The number of kin follows the rows, also those that go with an account: of several members the smaller id first.
create function count_kin() returns trigger language plpgsql as $$
declare
  members uuid[] := '{}';
  changes integer[] := '{}';
begin
  if tg_op = 'INSERT' then
    select array_agg(c.id), array_agg(c.change) into members, changes from (
      select m.id, count(*)::int as change from new_rows n cross join lateral (values (n.requester_id), (n.addressee_id)) m (id)
      where n.status = 'accepted' group by m.id) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c.id), array_agg(c.change) into members, changes from (
      select m.id, -count(*)::int as change from old_rows o cross join lateral (values (o.requester_id), (o.addressee_id)) m (id)
      where o.status = 'accepted' group by m.id) c;
  else
    select array_agg(c.id), array_agg(c.change) into members, changes from (
      select m.id, sum(m.change)::int as change from (
        select n.requester_id as one, n.addressee_id as other, 1 as change from new_rows n where n.status = 'accepted'
        union all
        select o.requester_id, o.addressee_id, -1 from old_rows o where o.status = 'accepted') r
        cross join lateral (values (r.one, r.change), (r.other, r.change)) m (id, change)
      group by m.id having sum(m.change) <> 0) c;
  end if;
  if members is null then return null; end if;
  perform from profiles p where p.id = any(members) order by p.id for no key update;
  update profiles p set kin_count = p.kin_count + c.change from unnest(members, changes) as c (id, change) where p.id = c.id;
  return null;
end $$;
create trigger kin_came after insert on connections referencing new table as new_rows
  for each statement execute function count_kin();
create trigger kin_went after delete on connections referencing old table as old_rows
  for each statement execute function count_kin();
create trigger kin_changed after update on connections referencing old table as old_rows new table as new_rows
  for each statement execute function count_kin();

-- Whoever is deleted holds himself and his kin first, the smaller id first, as everybody else does: their numbers are written
-- anew by what goes with him.
create function hold_kin_of() returns trigger language plpgsql as $$
begin
  perform from profiles p where p.id in (select old.id
    union select c.addressee_id from connections c where c.requester_id = old.id and c.status = 'accepted'
    union select c.requester_id from connections c where c.addressee_id = old.id and c.status = 'accepted')
    order by p.id for no key update;
  return old;
end $$;
create trigger hold_kin before delete on "user" for each row execute function hold_kin_of();

-- The page of those whom a member has blocked, the latest first.
create index blocks_latest on blocks (blocker_id, created_at desc, blocked_id desc);

-- As in 014 and 019; and nobody writes below what somebody made who is apart from him: for him it is not there.
create or replace function hold_open(post uuid, writer uuid) returns boolean language plpgsql as $$
declare
  network uuid;
  author uuid;
begin
  select p.group_id, p.author_id into network, author from posts p where p.id = post;
  if not found or are_apart(writer, author) then return false; end if;
  if hold_group(network) then return true; end if;
  perform from group_members m where m.group_id = network and m.user_id = writer for key share;
  return found;
end $$;
create or replace function hold_event(event uuid, member uuid) returns boolean language plpgsql as $$
declare
  network uuid;
  creator uuid;
begin
  perform hold_member(member);
  select e.group_id, e.user_id into network, creator from local_events e where e.id = event;
  if not found or are_apart(member, creator) then return false; end if;
  if hold_group(network) then return true; end if;
  perform from group_members m where m.group_id = network and m.user_id = member for key share;
  return found;
end $$;
