-- The room pods owns these functions (src/server/pods).
-- Promise: A pod has an exact number of members, is never overfull, and takes in nobody who is excluded or who blocks, or
-- is blocked by, one of its members. What its members decide is decided by those who are not new.
-- Writes: pod_former_members, pod_join_requests, pod_members, pods.
-- Reads: departures, pod_exclusions.
-- Triggers on: pod_members, pods.

create or replace trigger forget_topic after delete on pods for each row execute function forget_topic('pod');

-- Changes the number of active members when memberships change, also when an account is deleted. The check of the pod's row
-- refuses one member too many.
create or replace function count_pod_members() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update pods p set current_members = p.current_members - o.amount
      from (select pod_id, count(*) as amount from old_rows where is_active group by pod_id) o where p.id = o.pod_id;
  end if;
  if tg_op <> 'DELETE' then
    update pods p set current_members = p.current_members + n.amount
      from (select pod_id, count(*) as amount from new_rows where is_active group by pod_id) n where p.id = n.pod_id;
  end if;
  return null;
end $$;
create or replace trigger pod_member_came after insert on pod_members referencing new table as new_rows
  for each statement execute function count_pod_members();
create or replace trigger pod_member_went after delete on pod_members referencing old table as old_rows
  for each statement execute function count_pod_members();
create or replace trigger pod_member_changed after update on pod_members referencing old table as old_rows new table as new_rows
  for each statement execute function count_pod_members();

-- Locks a member for entering a pod or for a block, so that these happen one after another: a block finds the member in the
-- pod already, or the member finds the block. It is taken before the pod's row.
create or replace function lock_pod_entry(member uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(member::text, 30))
$$;

-- The same for the two members of a block, in order of id. It is taken after lock_pair.
create or replace function lock_pod_entries(one uuid, other uuid) returns void language plpgsql as $$
begin
  perform lock_pod_entry(least(one, other));
  perform lock_pod_entry(greatest(one, other));
end $$;

-- Refuses members who enter a pod while they are excluded from it, or while a block exists between them and one of its
-- members. Members who were in the pod before a block stay in it.
create or replace function pod_member_may_come() returns trigger language plpgsql as $$
declare
  comers uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.id) into comers from new_rows n where n.is_active;
  else
    select array_agg(n.id) into comers from new_rows n join old_rows o on o.id = n.id where n.is_active and not o.is_active;
  end if;
  if exists (select from pod_members n join pod_exclusions x on x.pod_id = n.pod_id and x.user_id = n.user_id
      where n.id = any (comers) and x.until > now()) then
    raise check_violation using constraint = 'pod_members_excluded', message = 'this member was taken out of the pod';
  end if;
  if exists (select from pod_members n join pod_members m on m.pod_id = n.pod_id and m.is_active and m.user_id <> n.user_id
      where n.id = any (comers) and is_blocked_between(n.user_id, m.user_id)) then
    raise check_violation using constraint = 'pod_members_together', message = 'somebody in the pod is apart from this member';
  end if;
  return null;
end $$;
create or replace trigger may_come after insert on pod_members referencing new table as new_rows
  for each statement execute function pod_member_may_come();
create or replace trigger may_come_back after update on pod_members referencing old table as old_rows new table as new_rows
  for each statement execute function pod_member_may_come();

-- Who comes back is no former member any more.
create or replace function forget_former() returns trigger language plpgsql as $$
begin
  delete from pod_former_members f using new_rows n where f.pod_id = n.pod_id and f.user_id = n.user_id and n.is_active;
  return null;
end $$;
create or replace trigger forgets_former after insert on pod_members referencing new table as new_rows
  for each statement execute function forget_former();

-- Makes live connections check again who may hear the pod's topic when a membership ends or changes. The name of the trigger
-- puts it after the number of members: the pod is locked before its topic, as a sender does.
create or replace function audience_of_pod() returns trigger language plpgsql as $$
begin
  perform recheck_audience(array(select distinct 'pod:' || pod_id from old_rows));
  return null;
end $$;
create or replace trigger shuts_out after delete on pod_members referencing old table as old_rows
  for each statement execute function audience_of_pod();
create or replace trigger shuts_out_changed after update on pod_members referencing old table as old_rows
  for each statement execute function audience_of_pod();

-- The same when the pod is closed.
create or replace function audience_of_pods() returns trigger language plpgsql as $$
begin
  perform recheck_audience(array['pod:' || new.id]);
  return null;
end $$;
create or replace trigger shuts_out_changed after update of status on pods for each row
  when (old.status is distinct from new.status) execute function audience_of_pods();

-- Ends a pod: its members read it from now on, and nobody writes in it. Open requests are deleted. Does nothing if the pod
-- is not active.
create or replace function end_pod(pod uuid) returns void language plpgsql as $$
begin
  update pods p set status = 'ended', ended_at = now() where p.id = pod and p.status = 'active';
  if not found then return; end if;
  delete from pod_join_requests r where r.pod_id = pod and r.status = 'pending';
  perform close_door(pod);
  perform stop_trials(pod);
  perform tell('pod:' || pod, 'pod.ended', pod);
  perform write_fact('pod.ended', null, jsonb_build_object('pod_id', pod));
end $$;

-- Leaves this many free seats beside the members of the pod, between 2 and 12 seats in all.
create or replace function set_free_seats(pod uuid, free integer) returns void language sql as $$
  update pods p set capacity = greatest(2, least(12, p.current_members + free)) where p.id = pod
$$;

-- The pod goes on without new men, or takes them again. The caller has locked the pod.
create or replace function take_men(pod uuid, takes boolean) returns void language sql as $$
  update pods p set takes_no_men = not takes where p.id = pod and p.takes_no_men = takes
$$;

-- The man reads for ninety days what was said until now. Called when his membership has ended because nothing was heard of him.
create or replace function keep_reading(pod uuid, member uuid) returns void language sql as $$
  insert into pod_former_members as f (pod_id, user_id) values (pod, member)
  on conflict (pod_id, user_id) do update set left_at = excluded.left_at, until = excluded.until
$$;

-- Returns until which moment this man reads what was said in the pod before this moment; null if he reads nothing there.
create or replace function reads_until(pod uuid, man uuid, said timestamptz) returns timestamptz language sql stable as $$
  select f.until from pod_former_members f join pods p on p.id = f.pod_id
  where f.pod_id = pod and f.user_id = man and f.until > now() and said <= f.left_at and p.status in ('active', 'ended')
$$;

-- Ends a membership as if the member had left. If he made the pod, it is handed over first, to the member who joined first:
-- a choice by who comes would show who is quiet. Returns false if nobody else is in the pod. The caller has
-- locked the pod.
create or replace function end_membership(pod uuid, member uuid) returns boolean language plpgsql as $$
declare
  heir uuid;
begin
  if exists (select from pods p where p.id = pod and p.creator_id = member) then
    select m.user_id into heir from pod_members m
      where m.pod_id = pod and m.user_id <> member and m.is_active
        and not exists (select from departures d where d.member_id = m.user_id)
      order by is_suspended(m.user_id), m.joined_at, m.user_id limit 1;
    if heir is null then return false; end if;
    update pods p set creator_id = heir where p.id = pod;
    perform tell('pod:' || pod, 'pod.handed_over', heir);
    perform write_fact('pod.handed_over', null, jsonb_build_object('pod_id', pod, 'to', heir));
  end if;
  delete from pod_members m where m.pod_id = pod and m.user_id = member;
  if not found then return false; end if;
  perform tell('pod:' || pod, 'pod.left', member);
  perform write_fact('pod.left', member, jsonb_build_object('pod_id', pod));
  return true;
end $$;

-- Returns the members who count in what the pod decides about a question that was asked at this moment: those who were in
-- the pod then, and those who have come to a round since. A man on trial does not count. If nobody is left who counts, everyone
-- does who is in the pod: otherwise nothing could be decided there. Whatever members of a pod decide together asks this.
create or replace function counting_members(pod uuid, asked timestamptz) returns setof uuid language sql stable as $$
  with present as materialized (
    select m.user_id, (m.joined_at <= asked or has_come(pod, m.user_id)) and not is_on_trial(pod, m.user_id) as counts
    from pod_members m
    where m.pod_id = pod and m.is_active and not is_suspended(m.user_id)
      and not exists (select from departures d where d.member_id = m.user_id))
  select p.user_id from present p where p.counts or not exists (select from present o where o.counts)
$$;

-- Returns true if this member counts when the pod decides about a question that was asked at this moment.
create or replace function counts_in_pod(pod uuid, member uuid, asked timestamptz) returns boolean language sql stable as $$
  select exists (select from counting_members(pod, asked) c (id) where c.id = member)
$$;

-- Returns since when somebody is new in this pod, where no question was asked: since its first round opened. In a pod that has no
-- rounds nobody is new.
create or replace function new_since(pod uuid) returns timestamptz language sql stable as $$
  select coalesce(case when has_rhythm(pod) then first_round_at(pod) end, 'infinity')
$$;

-- Returns true if this member has a say in what any member of the pod may do: the rounds, and who comes in.
create or replace function has_say(pod uuid, member uuid) returns boolean language sql stable as $$
  select counts_in_pod(pod, member, new_since(pod))
$$;

-- Returns how long a request waits before this member may answer it in place of the creator: three days if he joined first
-- after him, six days if he joined second, and so on; only members who have a say are counted. Returns null for anyone else, and
-- in a pod without rounds. It does not depend on what the creator does, so that nobody learns from it how often the creator comes.
create or replace function waits_for_creator(pod uuid, member uuid) returns interval language sql stable as $$
  with counting as materialized (
    select m.user_id, m.joined_at from pod_members m
    where m.pod_id = pod and m.user_id in (select counting_members(pod, new_since(pod))))
  select interval '3 days' * nullif(count(*), 0)::int
  from pods p join counting own on own.user_id = member
    join counting m on m.user_id is distinct from p.creator_id
      and (m.joined_at, m.user_id) <= (own.joined_at, own.user_id)
  where p.id = pod and own.user_id is distinct from p.creator_id and has_rhythm(pod)
$$;
