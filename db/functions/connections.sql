-- The room connections owns these functions (src/server/connections).
-- Promise: Requests, answers and blocks between two members happen one after another, and the number of kin follows the
-- rows.
-- Writes: profiles.
-- Reads: connections.
-- Triggers on: connections, user.

-- Locks two members as a pair for the transaction, and keeps both accounts from being deleted. It is taken before all
-- other locks.
create or replace function lock_pair(one uuid, other uuid) returns void language plpgsql as $$
begin
  perform lock_member(least(one, other));
  perform lock_member(greatest(one, other));
  perform pg_advisory_xact_lock(hashtextextended(least(one, other)::text || greatest(one, other)::text, 23));
end $$;

-- Changes the number of kin of both members when connections are inserted, updated or deleted, also when an account is
-- deleted. Profiles are locked in order of id.
create or replace function count_kin() returns trigger language plpgsql as $$
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
create or replace trigger kin_came after insert on connections referencing new table as new_rows
  for each statement execute function count_kin();
create or replace trigger kin_went after delete on connections referencing old table as old_rows
  for each statement execute function count_kin();
create or replace trigger kin_changed after update on connections referencing old table as old_rows new table as new_rows
  for each statement execute function count_kin();

-- Before an account is deleted, locks its profile and those of its kin in order of id, because their counts will change.
create or replace function lock_kin_of_member() returns trigger language plpgsql as $$
begin
  perform from profiles p where p.id in (select old.id
    union select c.addressee_id from connections c where c.requester_id = old.id and c.status = 'accepted'
    union select c.requester_id from connections c where c.addressee_id = old.id and c.status = 'accepted')
    order by p.id for no key update;
  return old;
end $$;
create or replace trigger hold_kin before delete on "user" for each row execute function lock_kin_of_member();
