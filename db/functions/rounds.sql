-- The room rounds owns these functions (src/server/rounds).
-- Promise: A round opens and closes exactly once, at its wall-clock time; a member has at most one check-in for each round,
-- and sends it only while the round is open and he is in the pod. A round has at most one host, who is replaced once, at
-- half-time, if he does not come; nothing waits for him. One member at a time is asked privately to write to a member of whom
-- the pod has heard nothing for two rounds, and any sign ends that. One member alone does not end the rounds of the others, and no
-- change of the rhythm puts the next round off by more than a period.
-- Writes: check_in_asks, check_ins, pods, rhythm_endings, rhythms, round_places, round_results, rounds, write_requests.
-- Reads: pod_members.
-- Triggers on: pod_members, pods, rhythms, round_places.

-- Returns the moment at which a wall clock in this zone shows this day and time. A time that is skipped in spring counts as an
-- hour later.
create or replace function moment_of(day date, local_time time, zone text) returns timestamptz language sql stable as $$
  select (day + local_time) at time zone zone
$$;

-- Returns the date of the round after one on this day: its weekday may have been changed since. A period of so many weeks has
-- not passed by then, or has just passed; but a round is open for three days, and the next one does not begin earlier.
create or replace function date_after(day date, weekday integer, weeks integer) returns date language sql immutable as $$
  select case when l.day < date_after.day + 3 then l.day + 7 else l.day end
  from (select date_after.day + 7 * weeks - (extract(isodow from date_after.day)::int - weekday + 7) % 7 as day) l
$$;

-- Returns the latest date that the next round may have in a pod that had rounds: a period after the last one. Null if it had none.
create or replace function latest_next(pod uuid, weeks integer, zone text) returns date language sql stable as $$
  select (max(r.opens_at) at time zone zone)::date + 7 * weeks from rounds r where r.pod_id = pod
$$;

-- Returns the next round of a pod whose rhythm becomes this one: its date and its moment. It is the latest date of the new
-- weekday that is not further off than a period after the last round; if there is none, the next round keeps its date, and the new
-- weekday begins after it. A pod that had no round, or no rhythm until now, begins on the first date.
create or replace function next_round(pod uuid, weekday integer, local_time time, zone text, weeks integer)
  returns table (day date, moment timestamptz) language sql stable as $$
  with present as materialized (select r.next_on, r.next_at from rhythms r where r.pod_id = pod),
  bound as materialized (select case when exists (select from present) then latest_next(pod, weeks, zone) end as latest),
  -- the day and the weeks stay: another hour, or another length of the season, moves nothing
  same as materialized (select r.next_on from rhythms r
    where r.pod_id = next_round.pod and (r.weekday, r.weeks) = (next_round.weekday, next_round.weeks)),
  -- not before an open round closes; and not earlier while the pod is asked how it goes on, because that ends the time for answers
  earliest as materialized (
    select greatest(now(), (select p.next_at from present p where is_season_asked(pod)),
      (select r.closes_at from rounds r where r.pod_id = next_round.pod and r.closed_at is null)) as moment),
  dates as materialized (
    select d::date as day, moment_of(d::date, local_time, zone) as moment
    from earliest e, generate_series((e.moment at time zone zone)::date, (e.moment at time zone zone)::date + 35, interval '1 day') d
    where extract(isodow from d) = weekday
      and moment_of(d::date, local_time, zone) > now() and moment_of(d::date, local_time, zone) >= e.moment),
  choices as (
    select 0 as nth, d.day, d.moment from dates d join same s on s.next_on = d.day
    union all
    (select 1, d.day, d.moment from dates d, bound b where d.day <= b.latest order by d.day desc limit 1)
    union all
    -- a limit that has passed is no reason to wait longer than until now
    select 2, p.next_on, greatest(moment_of(p.next_on, local_time, zone), p.next_at) from present p, bound b
    where b.latest is not null and p.next_on <= greatest(b.latest, (select min(d.day) - 1 from dates d))
    union all
    (select 3, d.day, d.moment from dates d order by d.day limit 1))
  select c.day, c.moment from choices c order by c.nth limit 1
$$;

-- Opens the round of a pod that is due, and sets the date of the next one. If several are due because the program did not
-- run, only the latest is opened, and none if it would be over by now. Returns the id of the round, or null if none was
-- opened: another process has done it, the rhythm was changed, or an earlier round is still open.
create or replace function open_round(pod uuid) returns uuid language plpgsql as $$
declare
  beat rhythms;
  day date;
  later date;
  opens timestamptz;
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
  -- a round that has kept its day may open later than its rhythm says, at the hour that was announced
  opens := beat.next_at;
  loop
    later := date_after(day, beat.weekday, beat.weeks);
    exit when moment_of(later, beat.local_time, beat.time_zone) > now();
    day := later;
    opens := moment_of(day, beat.local_time, beat.time_zone);
  end loop;
  if moment_of(day + 3, beat.local_time, beat.time_zone) > now() then
    select coalesce(max(r.number), 0) into latest from rounds r where r.pod_id = pod;
    insert into rounds (pod_id, number, season, season_round, opens_at, closes_at)
      values (pod, latest + 1, beat.season, beat.season_round + 1, opens,
        -- a round that opens late is open for a day at least
        greatest(moment_of(day + 3, beat.local_time, beat.time_zone), now() + interval '1 day'))
      returning id into made;
  end if;
  update rhythms r set next_on = later, next_at = moment_of(later, beat.local_time, beat.time_zone),
      season_round = beat.season_round + (made is not null)::int
    where r.pod_id = pod;
  if made is null then return null; end if;
  perform round_opened(pod, made);
  return made;
end $$;

-- What follows when a round has opened: its reminder, its host, the question at the end of a season, and the news of it.
create or replace function round_opened(pod uuid, round uuid) returns void language plpgsql as $$
begin
  -- the reminder comes on the last day, and not half a day after the mail that it is open
  update rounds r set remind_at = r.closes_at - interval '1 day'
    where r.id = round and r.closes_at - interval '1 day' > now() + interval '12 hours';
  perform choose_host(round);
  perform open_season_question(r) from rounds r where r.id = round;
  perform tell('pod:' || pod, 'round.opened', round);
  perform write_fact('round.opened', null, jsonb_build_object('pod_id', pod, 'round_id', round));
end $$;

-- Opens a round of a pod at once, outside of its day, for three days. The next one follows on the first day of the rhythm after
-- that. The caller has locked the pod, and set its rhythm. Returns null if a round is open, or the pod has no rhythm.
create or replace function open_first_round(pod uuid) returns uuid language plpgsql as $$
declare
  beat rhythms;
  closes timestamptz := now() + interval '3 days';
  today date;
  next_day date;
  made uuid;
begin
  select * into beat from rhythms r where r.pod_id = pod for update;
  if not found then return null; end if;
  if exists (select from rounds r where r.pod_id = pod and r.closed_at is null) then return null; end if;
  today := (now() at time zone beat.time_zone)::date;
  select min(d::date) into next_day from generate_series(today + 3, today + 10, interval '1 day') d
    where extract(isodow from d) = beat.weekday and moment_of(d::date, beat.local_time, beat.time_zone) >= closes;
  insert into rounds (pod_id, number, season, season_round, opens_at, closes_at)
    select pod, coalesce(max(r.number), 0) + 1, beat.season, beat.season_round + 1, now(), closes
    from rounds r where r.pod_id = pod returning id into made;
  update rhythms r set next_on = next_day, next_at = moment_of(next_day, beat.local_time, beat.time_zone),
      season_round = beat.season_round + 1
    where r.pod_id = pod;
  perform round_opened(pod, made);
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
  perform look_after_quiet(closing);
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
        when w.left_until > closing.opens_at or w.rested_until > closing.opens_at then 'paused'
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
  perform from pods p where p.id = place.pod_id and p.status = 'active' for no key update;
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
    update pods p set last_activity_at = greatest(now(), p.last_activity_at) where p.id = place.pod_id;
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

-- The rounds of a pod that is deleted, or ends, end without a recap. Nobody is asked to write to a member any more, and no
-- place is in question.
create or replace function end_rounds() returns trigger language plpgsql as $$
begin
  delete from rhythms r where r.pod_id = new.id;
  update round_places w set kept_until = null where w.pod_id = new.id and w.kept_until is not null;
  update rounds r set closed_at = now() where r.pod_id = new.id and r.closed_at is null;
  delete from write_requests q where q.pod_id = new.id;
  return null;
end $$;
create or replace trigger ends_rounds after update of status on pods for each row
  when (old.status = 'active' and new.status <> 'active') execute function end_rounds();

-- A pod that has no rounds any more asks nobody to write, opens no places, has nobody on trial, is not asked how it goes on, or
-- whether its rounds end, and has not decided to go on without new men.
create or replace function rhythm_ended() returns trigger language plpgsql as $$
begin
  delete from rhythm_endings e where e.pod_id = old.pod_id;
  delete from write_requests q where q.pod_id = old.pod_id;
  perform close_door(old.pod_id);
  perform stop_trials(old.pod_id);
  perform drop_season_question(old.pod_id);
  -- nobody could open the pod again
  perform take_men(old.pod_id, true);
  return null;
end $$;
create or replace trigger ends_requests after delete on rhythms for each row execute function rhythm_ended();

-- Ends the rounds of a pod, which the caller has locked, with a line in its conversation: of this member, or of nobody.
create or replace function stop_rounds(pod uuid, member uuid, words text) returns void language plpgsql as $$
declare
  -- the mails say which of these it was
  way text := case when member is null then 'silence'
    when exists (select from rhythm_endings e where e.pod_id = pod and e.objected_at is null and e.asked_by <> member) then 'agreed'
    else 'alone' end;
begin
  delete from rhythms r where r.pod_id = pod;
  if not found then return; end if;
  perform post_note(pod, 'rounds-ended', member, words);
  perform tell('pod:' || pod, 'rhythm.set', null);
  perform write_fact('rhythm.set', member, jsonb_build_object('pod_id', pod, 'has_rhythm', false, 'by', member, 'way', way));
end $$;

-- A member who has a say wants the rounds to end; the caller has asked that, and has locked the pod. Returns 'none' (there are no
-- rounds), 'same' (he has asked before), 'kept' (the others would rather go on, so he waits for two weeks), 'season' (all of them are
-- asked how the pod goes on, and two men must not end the rounds before the others have answered), 'asked' or 'ended': a second man
-- wants it too, or nobody else has a say.
create or replace function ask_to_end(pod uuid, member uuid) returns text language plpgsql as $$
declare
  asked rhythm_endings;
begin
  if not has_rhythm(pod) then return 'none'; end if;
  select * into asked from rhythm_endings e where e.pod_id = pod for update;
  if asked.asked_by = member and asked.objected_at > now() - interval '14 days' then return 'kept'; end if;
  if asked.asked_by = member and asked.objected_at is null then return 'same'; end if;
  if is_season_asked(pod) and exists (select from counting_members(pod, new_since(pod)) c (id) where c.id <> member) then
    return 'season';
  end if;
  if asked.asked_by is not null and asked.objected_at is null and has_say(pod, asked.asked_by) then
    perform stop_rounds(pod, member, 'agreed, and the rounds have ended.');
    return 'ended';
  end if;
  if not exists (select from counting_members(pod, new_since(pod)) c (id) where c.id <> member) then
    perform stop_rounds(pod, member, 'ended the rounds.');
    return 'ended';
  end if;
  insert into rhythm_endings as e (pod_id, asked_by) values (pod, member)
    on conflict (pod_id) do update set (asked_by, asked_at, ends_at, objected_at) =
      (excluded.asked_by, excluded.asked_at, excluded.ends_at, null);
  perform post_note(pod, 'rounds-ending', member, 'asked to end the rounds.');
  return 'asked';
end $$;

-- The rounds go on: a member with a say objects, or the man who asked takes it back. The caller has locked the pod. Returns false
-- if nobody asks to end them.
create or replace function keep_rounds(pod uuid, member uuid) returns boolean language plpgsql as $$
declare
  asked rhythm_endings;
begin
  select * into asked from rhythm_endings e where e.pod_id = pod and e.objected_at is null for update;
  if not found then return false; end if;
  if asked.asked_by = member then
    delete from rhythm_endings e where e.pod_id = pod;
    perform post_note(pod, 'rounds-kept', member, 'took it back. The rounds go on.');
  else
    update rhythm_endings e set objected_at = now() where e.pod_id = pod;
    perform post_note(pod, 'rounds-kept', member, 'would rather go on with the rounds.');
  end if;
  return true;
end $$;

-- With the question of a season all members are asked how the pod goes on, so what one man has asked is dropped.
create or replace function drop_asked_end(pod uuid) returns void language plpgsql as $$
declare
  man uuid;
begin
  delete from rhythm_endings e where e.pod_id = pod and e.objected_at is null returning e.asked_by into man;
  if not found then return; end if;
  perform post_note(pod, 'rounds-kept', man, 'asked to end the rounds. Now all of you are asked how your pod goes on.');
  perform tell_kept(pod, 'season');
end $$;

-- Those who were mailed that the rounds may end read that they do not. `way`: contract in src/server/rounds/facts.ts.
create or replace function tell_kept(pod uuid, way text) returns void language sql as $$
  select tell('pod:' || pod, 'rhythm.set', null),
    write_fact('rhythm.kept', null, jsonb_build_object('pod_id', pod, 'by', null, 'way', way))
$$;

-- Ends the rounds of a pod that a man asked to end three days ago, if nobody has objected. What was asked by a man who has no say
-- any more is dropped. Returns false if it is not due, or if another process has done it.
create or replace function end_asked_rounds(pod uuid) returns boolean language plpgsql as $$
declare
  asked rhythm_endings;
begin
  perform from pods p where p.id = pod for no key update;
  select * into asked from rhythm_endings e
    where e.pod_id = pod and e.objected_at is null and e.ends_at <= now() for update;
  if not found then return false; end if;
  if is_season_asked(pod) then
    perform drop_asked_end(pod);
    return false;
  end if;
  if asked.asked_by is not null and has_say(pod, asked.asked_by) then
    perform stop_rounds(pod, null, 'The rounds have ended.');
    return true;
  end if;
  delete from rhythm_endings e where e.pod_id = pod;
  perform tell_kept(pod, 'dropped');
  return false;
end $$;

-- What a man has asked of his pod goes with him. His place ends with his membership, and the pod is locked then.
create or replace function asker_left() returns trigger language plpgsql as $$
begin
  delete from rhythm_endings e where e.pod_id = old.pod_id and e.asked_by = old.user_id and e.objected_at is null;
  if found then
    -- the row of a pod that is deleted is gone by now, and its topic with it
    perform tell_kept(p.id, 'dropped') from pods p where p.id = old.pod_id and p.status = 'active';
  end if;
  return null;
end $$;
create or replace trigger drops_ending after delete on round_places for each row execute function asker_left();

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
      from pods p where p.id = released.pod_id and p.status in ('active', 'ended');
  end loop;
  return null;
end $$;
create or replace trigger releases_asks after delete on pod_members referencing old table as old_rows
  for each statement execute function release_asks();
create or replace trigger releases_asks_changed after update on pod_members referencing old table as old_rows
  for each statement execute function release_asks();

-- Returns true if the member is on a pause, or wants to be left alone for now.
create or replace function is_resting(pod uuid, member uuid) returns boolean language sql stable as $$
  select exists (select from round_places w where w.pod_id = pod and w.user_id = member
    and (w.left_until > now() or (w.paused_at is not null and (w.paused_until is null or w.paused_until > now()))))
$$;

-- Ends the pause of a member, or his weeks without questions, before their time. The round that is open is not counted, and he gets
-- the mail that it is open, which he did not get when it opened.
create or replace function come_back(pod uuid, member uuid, is_pause boolean) returns void language plpgsql as $$
declare
  began timestamptz;
begin
  perform from pods p where p.id = pod for no key update;
  select case when is_pause then w.paused_at end into began from round_places w where w.pod_id = pod and w.user_id = member;
  update round_places w set rested_until = now(),
      paused_at = case when not is_pause then w.paused_at end, paused_until = case when not is_pause then w.paused_until end,
      pause_reason = case when not is_pause then w.pause_reason end, left_until = case when is_pause then w.left_until end
    where w.pod_id = pod and w.user_id = member and case when is_pause
      then w.paused_at is not null and (w.paused_until is null or w.paused_until > now()) else w.left_until > now() end;
  if found then perform tell_back(pod, member, began, now()); end if;
end $$;

-- Ends the pauses of this pod, and weeks without questions, whose time is over.
create or replace function end_rests(pod uuid) returns void language plpgsql as $$
declare
  back record;
begin
  perform from pods p where p.id = pod for no key update;
  for back in
    select w.user_id, case when w.paused_until <= now() then w.paused_at end as began_at,
        greatest(case when w.paused_until <= now() then w.paused_until end,
        case when w.left_until <= now() then w.left_until end) as ended_at
      from round_places w where w.pod_id = pod and (w.paused_until <= now() or w.left_until <= now()) order by w.user_id
  loop
    update round_places w set rested_until = greatest(w.rested_until, back.ended_at),
        paused_at = case when coalesce(w.paused_until > now(), true) then w.paused_at end,
        pause_reason = case when coalesce(w.paused_until > now(), true) then w.pause_reason end,
        paused_until = case when w.paused_until > now() then w.paused_until end,
        left_until = case when w.left_until > now() then w.left_until end
      where w.pod_id = pod and w.user_id = back.user_id;
    perform tell_back(pod, back.user_id, back.began_at, back.ended_at);
  end loop;
end $$;

-- Returns the pods in which a pause, or weeks without questions, are over, after this one.
create or replace function rests_over(after_due timestamptz, after_pod uuid, most integer)
  returns table (id uuid, due timestamptz) language sql stable as $$
  select o.id, o.due from (
    (select w.pod_id as id, w.paused_until as due from round_places w
      where w.paused_until <= now() and (after_due is null or (w.paused_until, w.pod_id) > (after_due, after_pod))
      order by w.paused_until, w.pod_id limit most)
    union all
    (select w.pod_id, w.left_until from round_places w
      where w.left_until <= now() and (after_due is null or (w.left_until, w.pod_id) > (after_due, after_pod))
      order by w.left_until, w.pod_id limit most)) o
  order by o.due, o.id limit most
$$;

-- A member whose rest ended at this moment, inside the open round, hears that it is open, if he has not checked in. If it began
-- inside that round, he has heard it.
create or replace function tell_back(pod uuid, member uuid, began_at timestamptz, ended_at timestamptz) returns void language plpgsql as $$
declare
  running uuid;
begin
  select r.id into running from rounds r where r.pod_id = pod and r.closed_at is null and r.closes_at > now()
    and r.opens_at < ended_at and (began_at is null or began_at <= r.opens_at)
    and not exists (select from check_ins c where c.round_id = r.id and c.user_id = member);
  if running is null or is_resting(pod, member) then return; end if;
  perform write_fact('round.back', null, jsonb_build_object('pod_id', pod, 'round_id', running, 'user_id', member));
end $$;

-- Reminds those who have not checked in, once, on the last day of the round. Returns false if it is not due, or if another process
-- has done it.
create or replace function remind_of_round(round uuid) returns boolean language plpgsql as $$
declare
  running rounds;
begin
  perform from pods p where p.id = (select r.pod_id from rounds r where r.id = round) for no key update;
  update rounds r set remind_at = null where r.id = round and r.closed_at is null and r.remind_at <= now()
    returning * into running;
  if not found then return false; end if;
  perform write_fact('round.reminded', null, jsonb_build_object('pod_id', running.pod_id, 'round_id', round));
  return true;
end $$;

-- Notes that the member did something in the pod. A check-in and a message need no note (`quiet_rounds`), but to delete one is noted.
-- The caller has locked the pod. Does nothing for a man who is not in it.
create or replace function sign_of_life(pod uuid, member uuid) returns void language sql as $$
  insert into round_places as w (pod_id, user_id, signed_at)
    select m.pod_id, m.user_id, now() from pod_members m where m.pod_id = pod and m.user_id = member and m.is_active
  on conflict (pod_id, user_id) do update set signed_at = excluded.signed_at
$$;

-- What the member wrote at this moment is about to be removed, and stays a sign of his. The caller has locked the pod.
create or replace function keep_sign(pod uuid, member uuid, moment timestamptz) returns void language sql as $$
  insert into round_places as w (pod_id, user_id, signed_at)
    select m.pod_id, m.user_id, moment from pod_members m
    where m.pod_id = pod and m.user_id = member and m.is_active and m.joined_at <= moment
  on conflict (pod_id, user_id) do update set signed_at = greatest(w.signed_at, excluded.signed_at)
$$;

-- Returns true if the member is on a pause that began before this moment, and has done nothing in the pod since then.
create or replace function rests_since(pod uuid, member uuid, moment timestamptz) returns boolean language sql stable as $$
  select exists (select from round_places w where w.pod_id = pod and w.user_id = member and w.paused_at < moment
    and (w.paused_until is null or w.paused_until > now()) and w.signed_at < moment
    and coalesce(last_pod_message(pod, member) < moment, true))
$$;

-- Returns the member who hosts next: first those who have checked in, then those whose turn is longest ago. A member of whom the
-- pod has not heard for two rounds is not asked. Each member is asked once for each round. Returns null if nobody is left.
create or replace function next_host(round rounds) returns uuid language sql stable as $$
  select m.user_id from pod_members m left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    left join check_ins c on c.round_id = round.id and c.user_id = m.user_id
  where m.pod_id = round.pod_id and m.is_active and w.host_turn is distinct from round.number
    and not is_resting(m.pod_id, m.user_id) and not is_suspended(m.user_id) and quiet_rounds(m.pod_id, m.user_id) < 2
  order by c.id is null, w.host_turn nulls first, m.joined_at, m.user_id limit 1
$$;

-- Makes the member the host of the round; without a member the round has no host. The caller has locked the pod.
create or replace function set_host(round rounds, host uuid) returns void language plpgsql as $$
begin
  if host is not null then
    insert into round_places as w (pod_id, user_id, host_turn) values (round.pod_id, host, round.number)
      on conflict (pod_id, user_id) do update set host_turn = excluded.host_turn;
  end if;
  update rounds r set host_id = host where r.id = round.id;
end $$;

-- Tells the pod that the round has another host. The new host gets a mail.
create or replace function tell_host(round rounds, host uuid) returns void language plpgsql as $$
begin
  perform tell('pod:' || round.pod_id, 'round.hosted', round.id);
  perform write_fact('round.hosted', null, jsonb_build_object('pod_id', round.pod_id, 'round_id', round.id, 'host_id', host));
end $$;

-- Chooses the host of a round that opens. The event that the round is open tells the pod, and the mail that it is open tells the
-- host.
create or replace function choose_host(round uuid) returns void language plpgsql as $$
declare
  opening rounds;
  host uuid;
begin
  update rounds r set half_at = r.opens_at + (r.closes_at - r.opens_at) / 2 where r.id = round returning * into opening;
  host := next_host(opening);
  if host is null then return; end if;
  perform set_host(opening, host);
end $$;

-- Half-time, once for each round: a host who has not checked in is replaced once, if possible by a member who has. Returns false if it is not due,
-- or if another process has done it.
create or replace function look_after_host(round uuid) returns boolean language plpgsql as $$
declare
  running rounds;
  host uuid;
begin
  perform from pods p where p.id = (select r.pod_id from rounds r where r.id = round) for no key update;
  select * into running from rounds r
    where r.id = round and r.closed_at is null and r.half_at <= now() for update;
  if not found then return false; end if;
  update rounds r set half_at = null where r.id = round;
  if exists (select from check_ins c where c.round_id = round and c.user_id = running.host_id) then return true; end if;
  host := next_host(running);
  if host is null then return true; end if;
  perform set_host(running, host);
  perform tell_host(running, host);
  return true;
end $$;

-- Locks the open round of the member's pod, the pod first. Returns null if there is no such round, or it is not his.
create or replace function lock_own_round(round uuid, member uuid) returns rounds language plpgsql as $$
declare
  found_round rounds;
begin
  -- a call from outside locks nothing
  if not exists (select from rounds r join pod_members m on m.pod_id = r.pod_id and m.user_id = member and m.is_active
      where r.id = round) then
    return null;
  end if;
  perform from pods p where p.id = (select r.pod_id from rounds r where r.id = round) and p.status = 'active'
    for no key update;
  if not found then return null; end if;
  select r.* into found_round from rounds r join pod_members m on m.pod_id = r.pod_id and m.user_id = member and m.is_active
    where r.id = round for update of r;
  return found_round;
end $$;

-- Returns true if the member may take the round over: nobody hosts it, or he has not had his turn in this round. If he could
-- take and decline it as often as he likes, he would see all who are asked, and so the members who are not: those on a pause, and
-- those who want to be left alone.
create or replace function may_host(round rounds, member uuid) returns boolean language sql stable as $$
  select round.host_id is null or not exists (select from round_places w
    where w.pod_id = round.pod_id and w.user_id = member and w.host_turn = round.number)
$$;

-- "I'll host this one." Returns 'missing', 'closed', 'same', 'over' (he has had his turn in this round) or 'taken'.
create or replace function take_host(round uuid, member uuid) returns text language plpgsql as $$
declare
  running rounds := lock_own_round(round, member);
begin
  if running.id is null then return 'missing'; end if;
  if running.closed_at is not null or running.closes_at <= now() then return 'closed'; end if;
  if running.host_id = member then return 'same'; end if;
  if not may_host(running, member) then return 'over'; end if;
  perform set_host(running, member);
  perform sign_of_life(running.pod_id, member);
  perform tell_host(running, member);
  return 'taken';
end $$;

-- The host asks for another one. Returns 'missing', 'closed', 'same' (he is not the host) or 'declined'.
create or replace function decline_host(round uuid, member uuid) returns text language plpgsql as $$
declare
  running rounds := lock_own_round(round, member);
  host uuid;
begin
  if running.id is null then return 'missing'; end if;
  if running.closed_at is not null or running.closes_at <= now() then return 'closed'; end if;
  if running.host_id is distinct from member then return 'same'; end if;
  host := next_host(running);
  perform set_host(running, host);
  perform sign_of_life(running.pod_id, member);
  perform tell_host(running, host);
  return 'declined';
end $$;

-- If the host leaves the pod, the next one follows. His place ends with his membership, and the pod is locked then.
create or replace function host_left() returns trigger language plpgsql as $$
declare
  running rounds;
  host uuid;
begin
  select * into running from rounds r where r.pod_id = old.pod_id and r.closed_at is null and r.host_id = old.user_id;
  if not found then return null; end if;
  host := next_host(running);
  perform set_host(running, host);
  perform tell_host(running, host);
  return null;
end $$;
create or replace trigger passes_host after delete on round_places for each row execute function host_left();

-- If the member who is asked to write leaves the pod, the next one is asked. Otherwise nobody would write, and the member who
-- has left could still answer. His place ends with his membership, and the pod is locked then.
create or replace function writer_left() returns trigger language plpgsql as $$
declare
  request write_requests;
  closed_round rounds;
begin
  select * into request from write_requests q
    where q.pod_id = old.pod_id and q.asked_id = old.user_id and q.done_at is null;
  if not found then return null; end if;
  select * into closed_round from rounds r where r.id = request.round_id;
  perform ask_to_write(closed_round, request.quiet_id);
  return null;
end $$;
create or replace trigger passes_write_request after delete on round_places for each row execute function writer_left();

-- Returns the number of closed rounds since the last sign from this member. A sign is a check-in, a message in the pod, or
-- anything else that he did there: an ask taken or answered, hosting, an invitation, the rhythm, an answer about the season, a
-- choice for himself. Rounds of a pause do not count. Counts at most twelve.
create or replace function quiet_rounds(pod uuid, member uuid) returns integer language sql stable as $$
  with results as materialized (
    select r.opens_at, x.result from rounds r join round_results x on x.round_id = r.id and x.user_id = member
    where r.pod_id = pod and r.closed_at is not null order by r.number desc limit 12),
  signs as materialized (
    select greatest(m.joined_at, w.signed_at, last_pod_message(pod, member),
        (select max(x.opens_at) from results x where x.result = 'came'),
        (select c.created_at from check_ins c join rounds r on r.id = c.round_id
          where r.pod_id = pod and r.closed_at is null and c.user_id = member)) as latest
    from pod_members m left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where m.pod_id = pod and m.user_id = member and m.is_active)
  select count(*)::int from results x, signs s where x.result in ('grace', 'missed') and x.opens_at >= s.latest
$$;

-- Returns true if another member may be asked to write to this one.
create or replace function is_quiet(pod uuid, member uuid) returns boolean language sql stable as $$
  select quiet_rounds(pod, member) >= 2 and not is_resting(pod, member) and not is_suspended(member)
$$;

-- Returns the member whose turn it is to write to this one: the one who was asked longest ago. Those who want to hear
-- nothing of check-ins come last. Each member is asked once for each round. Returns null if nobody is left.
create or replace function next_writer(round rounds, quiet uuid) returns uuid language sql stable as $$
  select m.user_id from pod_members m left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
  where m.pod_id = round.pod_id and m.is_active and m.user_id <> quiet and w.asked_turn is distinct from round.number
    and not is_resting(m.pod_id, m.user_id) and not is_suspended(m.user_id)
    and not is_blocked_between(m.user_id, quiet) and quiet_rounds(m.pod_id, m.user_id) < 2
  order by coalesce(w.reminders = 'off', false), w.asked_turn nulls first, m.joined_at, m.user_id limit 1
$$;

-- Asks the next member to write to this one, or withdraws the request if nobody is left. The fact does not say to whom.
create or replace function ask_to_write(round rounds, quiet uuid) returns void language plpgsql as $$
declare
  writer uuid := next_writer(round, quiet);
begin
  if writer is null then
    delete from write_requests q where q.pod_id = round.pod_id;
    return;
  end if;
  insert into round_places as w (pod_id, user_id, asked_turn) values (round.pod_id, writer, round.number)
    on conflict (pod_id, user_id) do update set asked_turn = excluded.asked_turn;
  insert into write_requests as q (pod_id, round_id, quiet_id, asked_id) values (round.pod_id, round.id, quiet, writer)
    on conflict (pod_id) do update set asked_id = excluded.asked_id;
  perform write_fact('round.asked', null,
    jsonb_build_object('pod_id', round.pod_id, 'round_id', round.id, 'asked_id', writer));
end $$;

-- Called when a round closes, after its results are written. The caller has locked the pod.
create or replace function look_after_quiet(closing rounds) returns void language plpgsql as $$
declare
  quiet uuid;
begin
  delete from write_requests q where q.pod_id = closing.pod_id;
  -- after a sign the place no longer expires
  update round_places w set kept_until = null
    where w.pod_id = closing.pod_id and w.kept_until is not null and quiet_rounds(w.pod_id, w.user_id) < 4;
  for quiet in
    select x.user_id from round_results x join pod_members m on m.pod_id = closing.pod_id and m.user_id = x.user_id and m.is_active
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where x.round_id = closing.id and x.result in ('grace', 'missed') and w.kept_until is null
      and quiet_rounds(m.pod_id, m.user_id) >= 4 and is_quiet(m.pod_id, m.user_id)
      and not is_season_asked(closing.pod_id)
  loop
    insert into round_places as w (pod_id, user_id, kept_until) -- at a random time, as after a trial: the pod does not see that it was the program
      values (closing.pod_id, quiet, now() + interval '30 days' + random() * interval '20 hours')
      on conflict (pod_id, user_id) do update set kept_until = excluded.kept_until;
    perform write_fact('round.place_kept', null, jsonb_build_object('pod_id', closing.pod_id, 'user_id', quiet));
  end loop;
  -- one of those who are quiet for two or three rounds: the one to whom the pod wrote longest ago
  select x.user_id into quiet
    from round_results x join pod_members m on m.pod_id = closing.pod_id and m.user_id = x.user_id and m.is_active
      left join round_places w on w.pod_id = m.pod_id and w.user_id = m.user_id
    where x.round_id = closing.id and x.result in ('grace', 'missed') and w.kept_until is null
      and is_quiet(m.pod_id, m.user_id)
    order by w.about_turn nulls first, quiet_rounds(m.pod_id, m.user_id) desc, m.user_id limit 1;
  if quiet is null then return; end if;
  insert into round_places as w (pod_id, user_id, about_turn) values (closing.pod_id, quiet, closing.number)
    on conflict (pod_id, user_id) do update set about_turn = excluded.about_turn;
  perform ask_to_write(closing, quiet);
end $$;

-- The asked member has written, or passes: then the next one is asked. Returns false if he is not asked any more.
create or replace function answer_write_request(pod uuid, member uuid, passes boolean) returns boolean language plpgsql as $$
declare
  request write_requests;
  closed_round rounds;
begin
  if not exists (select from write_requests q where q.pod_id = pod and q.asked_id = member) then return false; end if;
  perform from pods p where p.id = pod and p.status = 'active' for no key update;
  select * into request from write_requests q where q.pod_id = pod and q.asked_id = member for update;
  if not found then return false; end if;
  if request.done_at is not null then return not passes; end if;
  perform sign_of_life(pod, member);
  if not passes then
    update write_requests q set done_at = now() where q.pod_id = pod;
    return true;
  end if;
  select * into closed_round from rounds r where r.id = request.round_id;
  perform ask_to_write(closed_round, request.quiet_id);
  return true;
end $$;

-- Ends the memberships of this pod whose 30 days are over. Returns how many ended.
create or replace function end_kept_places(pod uuid) returns integer language plpgsql as $$
declare
  quiet uuid;
  ended integer := 0;
begin
  perform from pods p where p.id = pod for no key update;
  -- nobody is removed while his pod is asked how it goes on; the days are random, as in look_after_quiet
  if is_season_asked(pod) then
    update round_places w set kept_until = now() + interval '1 day' + random() * interval '20 hours'
      where w.pod_id = pod and w.kept_until <= now();
    return 0;
  end if;
  for quiet in
    select w.user_id from round_places w where w.pod_id = pod and w.kept_until <= now() order by w.user_id
  loop
    -- also if nothing ends, so that the place is not looked at again
    update round_places w set kept_until = null where w.pod_id = pod and w.user_id = quiet;
    continue when quiet_rounds(pod, quiet) < 4 or not is_quiet(pod, quiet)
      or not exists (select from rhythms r where r.pod_id = pod);
    if end_membership(pod, quiet) then
      perform keep_reading(pod, quiet);
      perform write_fact('round.place_ended', null, jsonb_build_object('pod_id', pod, 'user_id', quiet));
      ended := ended + 1;
    end if;
  end loop;
  return ended;
end $$;

-- Returns true if the pod has rounds. With `exists` PostgreSQL would hash all rhythms.
create or replace function has_rhythm(pod uuid) returns boolean language sql stable as $$
  select coalesce((select true from rhythms r where r.pod_id = pod), false)
$$;

-- Returns when the first round of the pod opened, and null if it has had none.
create or replace function first_round_at(pod uuid) returns timestamptz language sql stable as $$
  select min(r.opens_at) from rounds r where r.pod_id = pod
$$;

-- Returns true if a round of the pod has closed.
create or replace function has_closed_round(pod uuid) returns boolean language sql stable as $$
  select exists (select from rounds r where r.pod_id = pod and r.closed_at is not null)
$$;

-- Returns true if the member has come to a round of this pod that has closed, also if he has deleted his check-in or left the pod
-- in between. A check-in takes a minute, so it says nothing while its round is open; nor does a round that closes in this
-- transaction, because he had no say while it was open.
create or replace function has_come(pod uuid, member uuid) returns boolean language sql stable as $$
  select exists (select from rounds r join round_results x on x.round_id = r.id and x.user_id = member
    where r.pod_id = pod and x.result = 'came' and r.closed_at < date_trunc('milliseconds', now()))
$$;
