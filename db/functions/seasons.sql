-- The room seasons owns these functions (src/server/seasons).
-- Promise: A season is decided once. The pod ends only if more than half of those whose wish counts say so; the silence of a
-- member of whom the pod has heard lately counts as "go on". A pod in which nobody answers and nobody is heard of ends after
-- one more round.
-- Writes: season_answers, seasons.
-- Reads: pod_members, pods, rhythms, rounds.

-- Called when a round opens, with the pod locked. With the last round of a season the question opens: its form asks it, so that
-- a man who checks in has answered. The mail follows when the round closes.
create or replace function open_season_question(opening rounds) returns void language plpgsql as $$
begin
  insert into seasons (pod_id, season) select r.pod_id, r.season from rhythms r
    where r.pod_id = opening.pod_id and r.season = opening.season and opening.season_round >= r.season_rounds
    on conflict do nothing;
  if not found then return; end if;
  perform drop_asked_end(opening.pod_id);
  perform tell('pod:' || opening.pod_id, 'season.asked', null);
end $$;

-- Called when a round closes, with the pod locked. After the last round of a season the members who have not answered are asked
-- by mail. If it could not be decided before a later round opened, that round was the last chance: when it closes, it is decided.
create or replace function turn_season(closing rounds) returns void language plpgsql as $$
declare
  planned integer;
  asked_since timestamptz;
begin
  select r.season_rounds into planned from rhythms r where r.pod_id = closing.pod_id and r.season = closing.season;
  if not found then return; end if;
  select s.asked_at into asked_since from seasons s where s.pod_id = closing.pod_id and s.season = closing.season;
  if closing.opens_at > asked_since then
    perform decide_season(closing.pod_id, true);
  elsif closing.season_round >= planned then
    insert into seasons (pod_id, season) values (closing.pod_id, closing.season) on conflict do nothing;
    perform drop_asked_end(closing.pod_id);
    perform tell_question(closing.pod_id, closing.season);
  end if;
end $$;

-- Asks by mail, and once more a day before it is decided.
create or replace function tell_question(pod uuid, season integer) returns void language plpgsql as $$
begin
  update seasons s set remind_at = season_reminder(pod, s.asked_at)
    where s.pod_id = pod and s.season = tell_question.season and s.decided_at is null;
  perform tell('pod:' || pod, 'season.asked', null);
  perform write_fact('season.asked', null, jsonb_build_object('pod_id', pod, 'season', season));
end $$;

-- Returns when a question that was asked at this moment is decided: when the next round opens. A round that opens within two
-- days of the question comes too early, and it is decided when that round closes: one member could choose such a day, and decide
-- alone. The same holds for a round that has opened because nothing could be decided.
create or replace function season_until(pod uuid, asked_at timestamptz) returns timestamptz language sql stable as $$
  select coalesce(
    (select r.closes_at from rounds r where r.pod_id = pod and r.closed_at is null and r.opens_at > season_until.asked_at),
    (select case when t.next_at >= season_until.asked_at + interval '2 days' then t.next_at else t.next_at + interval '3 days' end
      from rhythms t where t.pod_id = pod))
$$;

-- Returns when those who have not answered are reminded: a day before it is decided, and not within a day of the mail. Null: not at all.
create or replace function season_reminder(pod uuid, asked_at timestamptz) returns timestamptz language sql stable as $$
  select u.until - interval '1 day' from season_until(pod, asked_at) u (until) where u.until > now() + interval '2 days'
$$;

-- Another rhythm decides the open question at another time.
create or replace function remind_again(pod uuid) returns void language sql as $$
  update seasons s set remind_at = season_reminder(pod, s.asked_at)
  where s.pod_id = pod and s.decided_at is null and s.remind_at is not null
$$;

-- Returns true while the members of the pod are asked how it goes on.
create or replace function is_season_asked(pod uuid) returns boolean language sql stable as $$
  select exists (select from seasons s join rhythms r on r.pod_id = s.pod_id and r.season = s.season
    where s.pod_id = pod and s.decided_at is null)
$$;

-- Deletes the open question of a pod with its answers: its rounds were stopped.
create or replace function drop_season_question(pod uuid) returns void language sql as $$
  delete from seasons s where s.pod_id = pod and s.decided_at is null
$$;

-- A season that is made longer in its last round is not over: the question is deleted, unless somebody has answered it.
create or replace function drop_early_question(pod uuid) returns void language sql as $$
  delete from seasons s using rounds r, rhythms t
  where s.pod_id = pod and s.decided_at is null and r.pod_id = pod and r.closed_at is null and t.pod_id = pod
    and t.season = s.season and r.season = s.season and r.season_round < t.season_rounds
    and not exists (select from season_answers a where a.pod_id = s.pod_id and a.season = s.season)
$$;

-- Returns what the pod counts when it decides how it goes on: what its members have answered, and "go on" for each member who has
-- said nothing and of whom the pod has heard within the last three rounds; rounds of a pause do not count. Those who are asked are
-- `counting_members`. A man on trial is not asked; if he has come to a round, he stands for "go on" as well. A man whose membership
-- is about to end after his trial does not count, and learns nothing of it. Nor does the silence of a man who has been on a pause
-- for half a year: a pod of such men would never end. A shorter pause counts as "go on", because nobody asks him by mail.
create or replace function season_voices(pod uuid, season integer, asked timestamptz)
  returns table (user_id uuid, answer text) language sql stable as $$
  with present as materialized (
    select m.user_id, c.id is not null as counts from pod_members m
      left join counting_members(pod, asked) c (id) on c.id = m.user_id
    where m.pod_id = pod and m.is_active
      and not ends_with_trial(pod, m.user_id)
      and (c.id is not null
        or (is_on_trial(pod, m.user_id) and has_come(pod, m.user_id) and not is_suspended(m.user_id))))
  select p.user_id, coalesce(a.answer, 'on') from present p
    left join season_answers a on p.counts and a.pod_id = pod and a.season = season_voices.season and a.user_id = p.user_id
  where a.answer is not null or (quiet_rounds(pod, p.user_id) < 3 and not rests_since(pod, p.user_id, now() - interval '26 weeks'))
$$;

-- Decides the open question of a pod, with the pod locked. Does nothing if there is none, or if nobody has answered or was heard of
-- lately, or not for two days yet, and this is not the last chance. If all who were asked have left by then, those who came
-- after them count, and are heard of: their pod goes on. The answers are deleted: afterwards only the outcome is known.
create or replace function decide_season(pod uuid, is_last boolean) returns void language plpgsql as $$
declare
  asked integer;
  asked_since timestamptz;
  said record;
  result text;
begin
  select s.season, s.asked_at into asked, asked_since from seasons s join rhythms r on r.pod_id = s.pod_id and r.season = s.season
    where s.pod_id = pod and s.decided_at is null for update of s;
  if not found then return; end if;
  select count(*) as voices, count(*) filter (where v.answer = 'end') as ends,
      count(*) filter (where v.answer = 'on') as goes_on, count(*) filter (where v.answer = 'smaller') as smaller,
      count(*) filter (where v.answer = 'open') as opens
    into said from season_voices(pod, asked, asked_since) v;
  if not is_last and (said.voices = 0 or asked_since > now() - interval '2 days') then return; end if;
  result := case when said.voices = 0 then 'quiet'
    when 2 * said.ends > said.voices then 'end'
    when said.smaller > greatest(said.goes_on, said.opens) then 'smaller'
    when said.opens > greatest(said.goes_on, said.smaller) then 'open'
    else 'on' end;
  update seasons s set decided_at = now(), remind_at = null, outcome = result where s.pod_id = pod and s.season = asked;
  delete from season_answers a where a.pod_id = pod;
  if result in ('end', 'quiet') then
    perform end_pod(pod);
    return;
  end if;
  -- a seat that becomes free later stays free
  perform take_men(pod, result <> 'smaller');
  if result = 'smaller' then
    perform set_free_seats(pod, 0);
    perform close_door(pod);
  elsif result = 'open' then
    -- contract/season-words.ts has the same number of places
    perform set_free_seats(pod, 2);
    perform open_door(pod, 2);
  end if;
  perform begin_season(pod);
  perform tell('pod:' || pod, 'season.decided', null);
  perform write_fact('season.decided', null, jsonb_build_object('pod_id', pod, 'season', asked, 'outcome', result));
end $$;

-- Returns true if two further men fit into the pod. contract/words.ts has the same number of seats, season-words.ts of places.
create or replace function has_room_for_two(pod uuid) returns boolean language sql stable as $$
  select exists (select from pods p where p.id = pod and p.current_members + 2 <= 12)
$$;

-- Stores the answer of a member, or changes it. Returns 'missing' (he is not in the pod), 'none' (the pod is not asked about
-- this season, or not any more), 'new' (he does not count in this question), 'full' (there is no room for two further men) or
-- 'said'. The pod is locked, so an answer comes either before the decision or after it.
create or replace function answer_season(pod uuid, member uuid, asked integer, said text) returns text language plpgsql as $$
declare
  asked_since timestamptz;
begin
  if not exists (select from pod_members m where m.pod_id = pod and m.user_id = member and m.is_active) then
    return 'missing';
  end if;
  perform from pods p where p.id = pod and p.status = 'active' for no key update;
  if not found then
    return case when exists (select from pods p where p.id = pod and p.status = 'ended') then 'none' else 'missing' end;
  end if;
  if not exists (select from pod_members m where m.pod_id = pod and m.user_id = member and m.is_active) then
    return 'missing';
  end if;
  select s.asked_at into asked_since from seasons s join rhythms r on r.pod_id = s.pod_id and r.season = s.season
    where s.pod_id = pod and s.season = asked and s.decided_at is null;
  if not found then return 'none'; end if;
  if not counts_in_pod(pod, member, asked_since) then return 'new'; end if;
  if said = 'open' and not has_room_for_two(pod) then return 'full'; end if;
  insert into season_answers as a (pod_id, user_id, season, answer) values (pod, member, asked, said)
    on conflict (pod_id, user_id) do update set (season, answer, answered_at) = (excluded.season, excluded.answer, now())
    where (a.season, a.answer) <> (excluded.season, excluded.answer);
  perform sign_of_life(pod, member);
  return 'said';
end $$;

-- Reminds those who have not answered, once, a day before it is decided. Returns false if it is not due, or if another process
-- has done it.
create or replace function remind_of_season(pod uuid) returns boolean language plpgsql as $$
declare
  asked integer;
begin
  perform from pods p where p.id = pod for no key update;
  update seasons s set remind_at = null where s.pod_id = pod and s.remind_at <= now() returning s.season into asked;
  if not found then return false; end if;
  perform write_fact('season.reminded', null, jsonb_build_object('pod_id', pod, 'season', asked));
  return true;
end $$;

-- Returns the pods whose reminder is due, after this one.
create or replace function seasons_to_remind(after_due timestamptz, after_pod uuid, most integer)
  returns table (id uuid, due timestamptz) language sql stable as $$
  select s.pod_id, s.remind_at from seasons s
  where s.remind_at <= now() and (after_due is null or (s.remind_at, s.pod_id) > (after_due, after_pod))
  order by s.remind_at, s.pod_id limit most
$$;
