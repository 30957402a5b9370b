-- The room seekers owns these functions (src/server/seekers).
-- Promise: Every place that is taken counts once; a trial ends with the second round, exactly once, and nobody learns who said
-- what; a pod that a man leaves at the end of his trial looks as if he had left by himself.
-- Writes: pod_figures, pod_invitations, pod_members, pod_openings, pod_trials, pods, seekers.
-- Reads: check_ins, rhythms, rounds, trial_doubts.
-- Triggers on: pod_members.

-- Returns how many hours the clocks of two zones differ now, at most twelve.
create or replace function hours_apart(one text, other text) returns numeric language sql stable as $$
  select least(d.hours, abs(24 - d.hours))
  from (select abs(extract(epoch from (now() at time zone one) - (now() at time zone other))) / 3600 as hours) d
$$;

-- Returns how well a man and an open pod fit, from 1 to 10, and null if they do not: more than six hours apart, or no stage in
-- common. A pod that names no stages or aims takes any. `hours` is how far apart their clocks are.
create or replace function fit_of(s seekers, o pod_openings, hours numeric, weeks integer) returns integer language sql immutable as $$
  select case when hours > 6 or (o.stages <> '{}' and not s.stages && o.stages) then null else
      case when hours <= 1 then 3 when hours <= 3 then 2 else 1 end
      + case when s.stages && o.stages then 3 else 0 end
      + case when s.aims && o.aims then 2 else 0 end
      + case when s.weeks = fit_of.weeks then 2 else 0 end end
$$;

-- Returns true if a man who comes in begins a trial of two rounds. In a pod with rounds that is a man who was invited, and one who
-- looked for a pod and takes an open place. In a public one, to which nobody has to let him in, it is everyone who comes after the
-- first round has closed: until then its first men come, also by a link. A man who had come to a round there before is known, unless a trial of his
-- ended without a place.
create or replace function begins_trial(pod uuid, member uuid, takes_place boolean) returns boolean language sql stable as $$
  select has_rhythm(pod) and (
    (takes_place and (exists (select from seekers s where s.user_id = member)
      or exists (select from pod_invitations i where i.pod_id = pod and i.user_id = member and i.state = 'accepted')))
    or (exists (select from pods p where p.id = pod and not p.is_private and p.creator_id is distinct from member)
      and has_closed_round(pod)
      and (not has_come(pod, member)
        or exists (select from pod_invitations i where i.pod_id = pod and i.user_id = member and i.state = 'accepted'))))
$$;

-- Counts the places that are taken, however the member joined, and closes a door whose places are all taken. Begins the trial of
-- those who come on trial. The name of the trigger puts it after the number of members, which locks the pod.
create or replace function take_places() returns trigger language plpgsql as $$
begin
  with taken as (
    update pod_openings o set taken = least(o.places, o.taken + n.amount),
        taken_soon = least(o.places, o.taken_soon + case when o.opened_at > now() - interval '30 days' then n.amount else 0 end),
        closed_at = case when o.taken + n.amount >= o.places then now() end
      from (select pod_id, count(*) as amount from new_rows where is_active group by pod_id) n
      where o.pod_id = n.pod_id and o.closed_at is null
      returning o.pod_id)
  insert into pod_trials (pod_id, user_id, last_round)
    select n.pod_id, n.user_id, 2 + coalesce((select max(r.number) from rounds r where r.pod_id = n.pod_id), 0)
    from new_rows n left join taken on taken.pod_id = n.pod_id
    where n.is_active and begins_trial(n.pod_id, n.user_id, taken.pod_id is not null)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger takes_places after insert on pod_members referencing new table as new_rows
  for each statement execute function take_places();

-- Returns true if more than half of the other members say that the man on trial is not the right fit. Those count who were in
-- the pod when his trial began, and those who have come to a round since.
create or replace function is_doubted(trial pod_trials) returns boolean language sql stable as $$
  select 2 * count(d.by_id) > count(*)
  from counting_members(trial.pod_id, trial.created_at) c (id)
    left join trial_doubts d on d.pod_id = trial.pod_id and d.user_id = trial.user_id and d.by_id = c.id
  where c.id <> trial.user_id
$$;

-- Ends the trials whose last round closes. If more than half of the other members have said that he is not the right fit, his
-- membership ends some hours later, at a random time, so that the pod does not see what ended it; otherwise he stays, and looks no
-- longer if he did. All are judged before the first one ends: a man whose trial has just ended judges nobody.
create or replace function end_trials(closing rounds) returns void language plpgsql as $$
declare
  trial pod_trials;
  doubted uuid[] := array(select t.user_id from pod_trials t
    where t.pod_id = closing.pod_id and t.last_round <= closing.number and t.ends_at is null and is_doubted(t));
begin
  for trial in select * from pod_trials t where t.pod_id = closing.pod_id and t.last_round <= closing.number
        and t.ends_at is null
      order by t.user_id loop
    if trial.user_id = any (doubted)
      and not exists (select from pods p where p.id = trial.pod_id and p.creator_id = trial.user_id) then
      -- until then he sees what a man sees who stays
      update pod_trials t set ends_at = now() + interval '2 hours' + random() * interval '20 hours',
          seeker = (select to_jsonb(s) from seekers s where s.user_id = trial.user_id)
        where t.pod_id = trial.pod_id and t.user_id = trial.user_id;
      delete from seekers s where s.user_id = trial.user_id;
    else
      insert into pod_figures (kind, pod_id, amount)
        select 'found', trial.pod_id, greatest(0, extract(epoch from trial.created_at - s.since) / 86400)::int
        from seekers s where s.user_id = trial.user_id;
      delete from seekers s where s.user_id = trial.user_id;
      delete from pod_trials t where t.pod_id = trial.pod_id and t.user_id = trial.user_id;
    end if;
  end loop;
end $$;

-- Returns the trials whose membership is due to end, after this one.
create or replace function trials_due(after_due timestamptz, after_pod uuid, most integer)
  returns table (id uuid, due timestamptz) language sql stable as $$
  select t.pod_id, t.ends_at from pod_trials t
  where t.ends_at <= now() and (after_due is null or (t.ends_at, t.pod_id) > (after_due, after_pod))
  order by t.ends_at, t.pod_id limit most
$$;

-- Ends the memberships of this pod that are due after a trial.
create or replace function end_due_trials(pod uuid) returns void language plpgsql as $$
declare
  trial pod_trials;
begin
  perform from pods p where p.id = pod for no key update;
  -- nobody is removed while his pod is asked how it goes on
  if is_season_asked(pod) then
    update pod_trials t set ends_at = now() + interval '2 hours' + random() * interval '20 hours'
      where t.pod_id = pod and t.ends_at <= now();
    return;
  end if;
  for trial in select * from pod_trials t where t.pod_id = pod and t.ends_at <= now() order by t.user_id loop
    -- he may have become its creator since, or the pod has ended
    if exists (select from pods p where p.id = pod and (p.creator_id = trial.user_id or p.status <> 'active')) then
      delete from pod_trials t where t.pod_id = pod and t.user_id = trial.user_id;
    else
      perform end_trial_apart(trial);
    end if;
  end loop;
end $$;

-- Ends a membership after a trial: a man who looked for a pod looks further, and his waiting time still counts from his first day. The event and the
-- fact are those of a member who leaves.
create or replace function end_trial_apart(trial pod_trials) returns void language plpgsql as $$
begin
  -- neither is offered to the other again
  insert into pod_invitations (pod_id, user_id, state) values (trial.pod_id, trial.user_id, 'accepted')
    on conflict (pod_id, user_id) do update set state = 'accepted';
  insert into seekers as s select (jsonb_populate_record(null::seekers, trial.seeker)).* where trial.seeker is not null
    on conflict (user_id) do update set since = least(s.since, excluded.since);
  update seekers s set seen_at = now() where s.user_id = trial.user_id;
  delete from pod_members m where m.pod_id = trial.pod_id and m.user_id = trial.user_id;
  perform tell('pod:' || trial.pod_id, 'pod.left', trial.user_id);
  perform write_fact('pod.left', trial.user_id, jsonb_build_object('pod_id', trial.pod_id));
  perform write_fact('trial.ended', null, jsonb_build_object('pod_id', trial.pod_id, 'user_id', trial.user_id));
end $$;

-- Writes what the administrators' figures count of a pod's fourth and eighth round.
create or replace function count_round(closing rounds) returns void language sql as $$
  insert into pod_figures (kind, pod_id, amount)
    select 'round-' || closing.number, closing.pod_id, count(*) from check_ins c
    where c.round_id = closing.id and closing.number in (4, 8) having closing.number in (4, 8)
$$;

-- Returns true if this member decides who comes in: he opens the door, invites and passes over. He has a say in the pod. In a
-- private one it is its creator alone, unless he is not in it, or is suspended: nothing waits for one man for ever.
create or replace function opens_door(pod uuid, member uuid) returns boolean language sql stable as $$
  select has_say(pod, member) and not is_creators_door(pod, member)
$$;

-- Returns true if the pod is private, and another man than this one decides who comes in, because he is its creator.
create or replace function is_creators_door(pod uuid, member uuid) returns boolean language sql stable as $$
  select exists (select from pods p join pod_members m on m.pod_id = p.id and m.user_id = p.creator_id and m.is_active
    where p.id = pod and p.is_private and p.creator_id <> member and not is_suspended(p.creator_id))
$$;

-- Opens this many places of a pod, if it has as many free seats, for any man who fits. An open door stays as it is.
create or replace function open_door(pod uuid, wanted integer) returns void language sql as $$
  insert into pod_openings (pod_id, places)
    select p.id, least(wanted, p.capacity - p.current_members) from pods p join rhythms t on t.pod_id = p.id
    where p.id = pod and p.current_members < p.capacity
  on conflict (pod_id) where closed_at is null do nothing
$$;

-- Closes the door of a pod. Invitations that are not answered lapse with it.
create or replace function close_door(pod uuid) returns void language sql as $$
  update pod_openings o set closed_at = now() where o.pod_id = pod and o.closed_at is null
$$;

-- A pod without rounds has no trials any more. Of the men who were on trial, those who looked for a pod look further. A membership
-- that is about to end after a trial still ends: otherwise the man could stay by stopping the rounds.
create or replace function stop_trials(pod uuid) returns void language sql as $$
  delete from pod_trials t where t.pod_id = pod and t.ends_at is null
$$;

-- Returns true if the member is in his first two rounds, in which he does not change the rhythm: with the rounds his trial ends.
create or replace function is_on_trial(pod uuid, member uuid) returns boolean language sql stable as $$
  select exists (select from pod_trials t where t.pod_id = pod and t.user_id = member and t.ends_at is null)
$$;

-- Returns true if the membership of this man is about to end after his trial. He does not know it.
create or replace function ends_with_trial(pod uuid, member uuid) returns boolean language sql stable as $$
  select exists (select from pod_trials t where t.pod_id = pod and t.user_id = member and t.ends_at is not null)
$$;
