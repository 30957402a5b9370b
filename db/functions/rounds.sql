-- The room rounds owns these functions (src/server/rounds).
-- Promise: A round opens and closes exactly once, at its wall-clock time; a member has at most one check-in for each round,
-- and sends it only while the round is open and he is in the pod.
-- Writes: check_in_asks, check_ins, pods, rhythms, round_results, rounds.
-- Reads: pod_members, round_places.
-- Triggers on: pod_members, pods.

-- Returns the moment at which a wall clock in this zone shows this day and time. A time that is skipped in spring counts as an
-- hour later.
create or replace function moment_of(day date, local_time time, zone text) returns timestamptz language sql stable as $$
  select (day + local_time) at time zone zone
$$;

-- Opens the round of a pod that is due, and sets the date of the next one. If several are due because the program did not
-- run, only the latest is opened, and none if it would be over by now. Returns the id of the round, or null if none was
-- opened: another process has done it, the rhythm was changed, or an earlier round is still open.
create or replace function open_round(pod uuid) returns uuid language plpgsql as $$
declare
  beat rhythms;
  day date;
  is_active boolean;
  latest integer;
  made uuid;
begin
  -- the pod before its rhythm and its topic, as the operations of members lock them
  select p.status = 'active' into is_active from pods p where p.id = pod for no key update;
  select * into beat from rhythms r where r.pod_id = pod and r.next_at <= now() for update;
  if not found then return null; end if;
  if not is_active then
    delete from rhythms r where r.pod_id = pod;
    return null;
  end if;
  if exists (select from rounds r where r.pod_id = pod and r.closed_at is null) then
    perform close_round(r.id) from rounds r where r.pod_id = pod and r.closed_at is null and r.closes_at <= now();
    if exists (select from rounds r where r.pod_id = pod and r.closed_at is null) then return null; end if;
  end if;
  perform decide_season(pod, false);
  -- a new season may have begun, or the pod has ended and has no rhythm any more
  select * into beat from rhythms r where r.pod_id = pod;
  if not found then return null; end if;
  day := beat.next_on;
  while moment_of(day + 7 * beat.weeks, beat.local_time, beat.time_zone) <= now() loop
    day := day + 7 * beat.weeks;
  end loop;
  if moment_of(day + 3, beat.local_time, beat.time_zone) > now() then
    select coalesce(max(r.number), 0) into latest from rounds r where r.pod_id = pod;
    insert into rounds (pod_id, number, season, season_round, opens_at, closes_at)
      values (pod, latest + 1, beat.season, beat.season_round + 1, moment_of(day, beat.local_time, beat.time_zone),
        -- a round that opens late is open for a day at least
        greatest(moment_of(day + 3, beat.local_time, beat.time_zone), now() + interval '1 day'))
      returning id into made;
  end if;
  update rhythms r set next_on = day + 7 * beat.weeks,
      next_at = moment_of(day + 7 * beat.weeks, beat.local_time, beat.time_zone),
      season_round = beat.season_round + (made is not null)::int
    where r.pod_id = pod;
  if made is null then return null; end if;
  perform tell('pod:' || pod, 'round.opened', made);
  perform write_fact('round.opened', null, jsonb_build_object('pod_id', pod, 'round_id', made));
  return made;
end $$;

-- The next round of the pod is the first one of a new season.
create or replace function begin_season(pod uuid) returns void language sql as $$
  update rhythms r set season = r.season + 1, season_round = 0 where r.pod_id = pod
$$;

-- Closes a round that is due. Returns false if another process has closed it.
create or replace function close_round(round uuid) returns boolean language plpgsql as $$
declare
  closing rounds;
begin
  perform from pods p where p.id = (select r.pod_id from rounds r where r.id = round) for no key update;
  select * into closing from rounds r where r.id = round and r.closed_at is null and r.closes_at <= now() for update;
  if not found then return false; end if;
  update rounds r set closed_at = now() where r.id = round;
  perform settle_round(closing);
  perform count_round(closing);
  perform end_trials(closing);
  -- a round without a check-in has nothing to tell; it locks the topic, so it comes last
  if exists (select from check_ins c where c.round_id = round) then
    perform post_recap(closing.pod_id, round, closing.number);
  end if;
  perform tell('pod:' || closing.pod_id, 'round.closed', round);
  perform write_fact('round.closed', null, jsonb_build_object('pod_id', closing.pod_id, 'round_id', round));
  -- last, because the pod may end with its season
  perform turn_season(closing);
  return true;
end $$;

-- Writes how the round ended for each member who was in the pod when it opened, and for everyone who checked in.
create or replace function settle_round(closing rounds) returns void language sql as $$
  insert into round_results (round_id, user_id, result)
    select closing.id, m.user_id, case
        when c.id is not null then 'came'
        when w.paused_at <= closing.closes_at and (w.paused_until is null or w.paused_until > closing.opens_at) then 'paused'
        -- contract/round-words.ts has the same number of graces
        when (select count(*) from round_results x join rounds r on r.id = x.round_id
          where r.pod_id = closing.pod_id and r.season = closing.season and x.user_id = m.user_id and x.result = 'grace') < 2
          then 'grace'
        else 'missed' end
    from (select k.user_id from pod_members k where k.pod_id = closing.pod_id and k.is_active and k.joined_at <= closing.opens_at
        union select k.user_id from check_ins k where k.round_id = closing.id) m
      left join round_places w on w.pod_id = closing.pod_id and w.user_id = m.user_id
      left join check_ins c on c.round_id = closing.id and c.user_id = m.user_id
  on conflict do nothing
$$;

-- Stores a check-in, or changes it. Returns 'missing' (no such round, or the member is not in its pod), 'closed', 'changed' (the
-- stored check-in is not the one that the member has seen), 'same', 'sent' or 'edited'.
-- `said` has the columns of a check-in; `seen` is the time of the version that the member has seen, null if he has seen none.
create or replace function check_in(round uuid, member uuid, said jsonb, seen timestamptz) returns text language plpgsql as $$
declare
  place rounds;
  old check_ins;
  sent check_ins;
  about uuid;
begin
  select r.* into place from rounds r join pods p on p.id = r.pod_id join pod_members m on m.pod_id = r.pod_id
    where r.id = round and p.status in ('active', 'ended') and m.user_id = member and m.is_active;
  if not found then return 'missing'; end if;
  -- locks the pod's row before the topic, as everyone does who changes the pod
  update pods p set last_activity_at = greatest(now(), p.last_activity_at) where p.id = place.pod_id and p.status = 'active';
  if not found then
    return case when exists (select from pods p where p.id = place.pod_id and p.status = 'ended') then 'closed' else 'missing' end;
  end if;
  select * into place from rounds r where r.id = round for share;
  if not exists (select from pod_members m where m.pod_id = place.pod_id and m.user_id = member and m.is_active) then
    return 'missing';
  end if;
  select * into old from check_ins c where c.round_id = round and c.user_id = member for update;
  sent := jsonb_populate_record(null::check_ins, said);
  if old.id is not null and (old.outcome, old.private_lines) = (sent.outcome, sent.private_lines)
    and (old.win, old.struggle, old.ask, old.commitment_cue, old.commitment_action)
      is not distinct from (sent.win, sent.struggle, sent.ask, sent.commitment_cue, sent.commitment_action) then
    return 'same';
  end if;
  if place.closed_at is not null or place.closes_at <= now() then return 'closed'; end if;
  if old.id is not null and old.updated_at is distinct from seen then return 'changed'; end if;
  if old.id is null then
    select c.id into about from check_ins c join rounds r on r.id = c.round_id
      where c.user_id = member and r.pod_id = place.pod_id and r.number < place.number order by r.number desc limit 1;
    insert into check_ins (round_id, user_id, outcome, win, struggle, ask, commitment_cue, commitment_action, private_lines, about_id)
      values (round, member, sent.outcome, sent.win, sent.struggle, sent.ask, sent.commitment_cue, sent.commitment_action,
        sent.private_lines, about) returning id into old.id;
  else
    -- it was taken as it was
    if old.ask is distinct from sent.ask then delete from check_in_asks k where k.check_in_id = old.id; end if;
    update check_ins c set (outcome, win, struggle, ask, commitment_cue, commitment_action, private_lines, updated_at) =
        (sent.outcome, sent.win, sent.struggle, sent.ask, sent.commitment_cue, sent.commitment_action, sent.private_lines,
          greatest(now(), old.updated_at + interval '1 millisecond'))
      where c.id = old.id;
  end if;
  perform tell('pod:' || place.pod_id, 'check_in.sent', old.id);
  perform write_fact('check_in.sent', member,
    jsonb_build_object('pod_id', place.pod_id, 'round_id', round, 'check_in_id', old.id));
  return case when old.updated_at is null then 'sent' else 'edited' end;
end $$;

-- The rounds of a pod that is deleted, or ends, end without a recap.
create or replace function end_rounds() returns trigger language plpgsql as $$
begin
  delete from rhythms r where r.pod_id = new.id;
  update rounds r set closed_at = now() where r.pod_id = new.id and r.closed_at is null;
  return null;
end $$;
create or replace trigger ends_rounds after update of status on pods for each row
  when (old.status = 'active' and new.status <> 'active') execute function end_rounds();

-- Gives back the asks that members had taken in pods which they are no longer in, with what they said to them.
create or replace function release_asks() returns trigger language plpgsql as $$
declare
  released record;
begin
  for released in
    update check_in_asks k set taken_by = null, taken_at = null, words = null
      from old_rows gone, check_ins c, rounds r
      where k.taken_by = gone.user_id and c.id = k.check_in_id and r.id = c.round_id and r.pod_id = gone.pod_id
        and not exists (select from pod_members m
          where m.pod_id = gone.pod_id and m.user_id = gone.user_id and m.is_active)
      returning k.check_in_id, gone.pod_id
  loop
    -- the row of a pod that is deleted is gone by now, and its topic with it
    perform tell('pod:' || p.id, 'check_in.ask_changed', released.check_in_id)
      from pods p where p.id = released.pod_id and p.status = 'active';
  end loop;
  return null;
end $$;
create or replace trigger releases_asks after delete on pod_members referencing old table as old_rows
  for each statement execute function release_asks();
create or replace trigger releases_asks_changed after update on pod_members referencing old table as old_rows
  for each statement execute function release_asks();
