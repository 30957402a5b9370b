-- The room groups owns these functions (src/server/groups).
-- Promise: A network has an exact number of members, its creator is an admin, an excluded member cannot join, and nobody
-- writes in a network while its visibility changes.
-- Writes: group_members, groups, totals.
-- Reads: group_exclusions.
-- Triggers on: group_members, groups.

create or replace trigger forget_topic after delete on groups for each row execute function forget_topic('group');

-- Keeps the number of approved networks in `totals`.
create or replace function count_groups() returns trigger language plpgsql as $$
declare change integer := (case when tg_op <> 'DELETE' and new.status = 'approved' then 1 else 0 end)
  - (case when tg_op <> 'INSERT' and old.status = 'approved' then 1 else 0 end);
begin
  if change <> 0 then update totals set amount = amount + change where name = 'groups'; end if;
  return null;
end $$;
create or replace trigger count_groups after insert or delete or update of status on groups for each row execute function count_groups();

-- Locks the network (shared) until the end of the transaction, and returns whether everyone may see what is in it. The value
-- is read after the wait, so it is the current one. True if `network` is null. See docs/decisions/015-holding-a-post.md.
create or replace function lock_group(network uuid) returns boolean language plpgsql as $$
declare
  is_open boolean := true;
begin
  if network is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(network::text, 14));
    select g.is_public and g.status = 'approved' into is_open from groups g where g.id = network;
  end if;
  return coalesce(is_open, false);
end $$;

-- Locks the network (exclusive), to change its visibility. It waits for all transactions that write in the network.
create or replace function lock_group_exclusive(network uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(network::text, 14))
$$;

-- Locks one member and one network: join, leave, request and answer happen one after another. It is taken before all other
-- locks.
create or replace function lock_membership(network uuid, member uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(network::text || member::text, 15))
$$;

-- Makes the creator of a network one of its admins.
create or replace function creator_is_admin() returns trigger language plpgsql as $$
begin
  insert into group_members as m (group_id, user_id, role) values (new.id, new.creator_id, 'admin')
    on conflict (user_id, group_id) do update set role = 'admin' where m.role <> 'admin';
  return null;
end $$;
create or replace trigger creator_is_admin after insert or update of creator_id on groups for each row
  when (new.creator_id is not null) execute function creator_is_admin();

-- Returns whether the member runs the network: as an admin by role, or as its creator.
create or replace function is_group_admin(network groups, member uuid) returns boolean language sql stable as $$
  select coalesce(network.creator_id = member, false) or exists (select from group_members m
    where m.group_id = network.id and m.user_id = member and m.role = 'admin')
$$;

-- Changes the number of members when memberships are inserted or deleted, also when an account is deleted.
create or replace function count_group_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update groups g set member_count = g.member_count + n.amount
      from (select group_id, count(*) as amount from new_rows group by group_id) n where g.id = n.group_id;
  else
    update groups g set member_count = g.member_count - o.amount
      from (select group_id, count(*) as amount from old_rows group by group_id) o where g.id = o.group_id;
  end if;
  return null;
end $$;
create or replace trigger group_member_came after insert on group_members referencing new table as new_rows
  for each statement execute function count_group_members();
create or replace trigger group_member_went after delete on group_members referencing old table as old_rows
  for each statement execute function count_group_members();

-- Refuses a membership while the member is excluded from the network.
create or replace function group_member_may_come() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n join group_exclusions x on x.group_id = n.group_id and x.user_id = n.user_id
      where x.until > now()) then
    raise check_violation using constraint = 'group_members_excluded', message = 'this member was taken out of the network';
  end if;
  return null;
end $$;
create or replace trigger may_come after insert on group_members referencing new table as new_rows
  for each statement execute function group_member_may_come();

-- Makes live connections check again who may hear the network's topic when a member leaves. The name of the trigger puts it
-- after group_member_went: the network is locked before its topic, as a sender does.
create or replace function audience_of_group() returns trigger language plpgsql as $$
begin
  perform recheck_audience(array(select distinct 'group:' || group_id from old_rows));
  return null;
end $$;
create or replace trigger shuts_out after delete on group_members referencing old table as old_rows
  for each statement execute function audience_of_group();

-- The same when the network is made private or public, or is approved or rejected.
create or replace function audience_of_groups() returns trigger language plpgsql as $$
begin
  perform recheck_audience(array['group:' || new.id]);
  return null;
end $$;
create or replace trigger shuts_out_changed after update of is_public, status on groups for each row
  when (old.is_public is distinct from new.is_public or old.status is distinct from new.status)
  execute function audience_of_groups();
