-- A pod's creator and a network's admins take a member out, who comes back after thirty days at the earliest; and of two men
-- who are apart neither comes into a pod in which the other is (docs/decisions/022).

-- Who was taken out, and until when he cannot come back. He reads the reason.
create table pod_exclusions (
  pod_id uuid not null references pods (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  reason text check (char_length(reason) between 1 and 1000),
  until timestamptz(3) not null default now() + interval '30 days',
  created_at timestamptz(3) not null default now(),
  primary key (pod_id, user_id)
);
create index pod_exclusions_of on pod_exclusions (user_id, pod_id);
create index pod_exclusions_until on pod_exclusions (until);

create table group_exclusions (
  group_id uuid not null references groups (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  reason text check (char_length(reason) between 1 and 1000),
  until timestamptz(3) not null default now() + interval '30 days',
  created_at timestamptz(3) not null default now(),
  primary key (group_id, user_id)
);
create index group_exclusions_of on group_exclusions (user_id, group_id);
create index group_exclusions_until on group_exclusions (until);

-- One man comes into a pod, or there is a block between him and another: one after the other, so that a block finds him in
-- already, or he finds the pod full. Whoever comes in takes it before the pod's row.
create function hold_coming(member uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(member::text, 30))
$$;
-- Whoever blocks takes it for both after the pair, the smaller id first.
create function hold_comings(one uuid, other uuid) returns void language plpgsql as $$
begin
  perform hold_coming(least(one, other));
  perform hold_coming(greatest(one, other));
end $$;

-- Those who come into a pod by this statement. Who was in it before a block stays in it.
create function pod_member_may_come() returns trigger language plpgsql as $$
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
      where n.id = any (comers) and are_apart(n.user_id, m.user_id)) then
    raise check_violation using constraint = 'pod_members_together', message = 'somebody in the pod is apart from this member';
  end if;
  return null;
end $$;
create trigger may_come after insert on pod_members referencing new table as new_rows
  for each statement execute function pod_member_may_come();
create trigger may_come_back after update on pod_members referencing old table as old_rows new table as new_rows
  for each statement execute function pod_member_may_come();

create function group_member_may_come() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n join group_exclusions x on x.group_id = n.group_id and x.user_id = n.user_id
      where x.until > now()) then
    raise check_violation using constraint = 'group_members_excluded', message = 'this member was taken out of the network';
  end if;
  return null;
end $$;
create trigger may_come after insert on group_members referencing new table as new_rows
  for each statement execute function group_member_may_come();
