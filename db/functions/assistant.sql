-- The room assistant owns these functions (src/server/assistant).
-- Promise: A member never uses more questions than his plan has, the instance never uses more tokens than its ceiling,
-- and an answer is checked again when its source changes.
-- Writes: assistant_doubts, assistant_ledger, assistant_spend, assistant_usage.
-- Reads: posts.
-- Triggers on: assistant_ledger, assistant_sentences.

-- Stores the author of the thread beside the sentence that quotes from it.
create or replace function set_thread_author() returns trigger language plpgsql as $$
begin
  new.post_author_id := (select p.author_id from posts p where p.id = new.post_id);
  return new;
end $$;
create or replace trigger know_post_author before insert on assistant_sentences for each row when (new.post_id is not null)
  execute function set_thread_author();

-- Marks each new answer to be checked once more. A source can change after it was quoted and before the answer is
-- stored, and the reader of that change cannot find the answer yet.
create or replace function recheck_new_sentences() returns trigger language plpgsql as $$
begin
  insert into assistant_doubts (about, subject_id) select distinct 'question', n.question_id from new_sentences n
    where n.post_id is not null
    on conflict (about, subject_id) do update set question_id = default, nth = default;
  return null;
end $$;
create or replace trigger doubt_new_sentences after insert on assistant_sentences referencing new table as new_sentences
  for each statement execute function recheck_new_sentences();

-- Counts a charged question in the month of the instance.
create or replace function count_question() returns trigger language plpgsql as $$
begin
  insert into assistant_spend (month, questions) values (new.month, 1)
    on conflict (month) do update set questions = assistant_spend.questions + 1;
  return null;
end $$;
create or replace trigger count_new_question after insert on assistant_ledger for each row when (new.state = 'charged')
  execute function count_question();
create or replace trigger count_question after update of state on assistant_ledger for each row
  when (new.state = 'charged' and old.state <> 'charged') execute function count_question();

-- Returns the first day of the current month (UTC) by the clock of the database.
create or replace function assistant_month() returns date language sql stable as $$
  select date_trunc('month', now() at time zone 'utc')::date
$$;

-- Reserves one of the member's questions in this month. `most` is the limit; null means no limit. A question that was
-- refunded may be reserved again. Returns false if no question is left. Raises unique_violation if the id belongs to
-- another member or to a question that was answered and deleted.
create or replace function reserve_question(question uuid, member uuid, most integer) returns boolean language plpgsql as $$
declare
  this_month date := assistant_month();
begin
  insert into assistant_usage as u (member_id, month, used) values (member, this_month, 1)
    on conflict (member_id, month) do update set used = u.used + 1 where most is null or u.used < most;
  if not found then return false; end if;
  insert into assistant_ledger as l (question_id, member_id, month, state) values (question, member, this_month, 'reserved')
    on conflict (question_id) do update
      set month = this_month, state = 'reserved', created_at = now(), settled_at = null,
        in_vain = case when l.month = this_month then l.in_vain else 0 end
      where l.member_id = member and l.state = 'returned';
  -- the id belongs to another member, or to a question that was answered and deleted
  if not found then raise unique_violation using constraint = 'assistant_ledger_pkey'; end if;
  return true;
end $$;

-- Reserves `most` tokens of the instance's month before the model is called; a null `ceiling` means no limit. Returns false
-- if the ceiling would be exceeded, or if the model worked in vain ten times for this member in this month. A refunded
-- question costs its member nothing, so without this limit one member could use up the tokens of all members.
create or replace function reserve_tokens(question uuid, most integer, ceiling bigint) returns boolean language plpgsql as $$
declare
  its_month date;
  member uuid;
begin
  select l.month, l.member_id into its_month, member from assistant_ledger l
    where l.question_id = question and l.state = 'reserved' for update;
  if not found or most > ceiling then return false; end if;
  if (select sum(l.in_vain) from assistant_ledger l where l.member_id = member and l.month = its_month and l.in_vain > 0) >= 10
    then return false; end if;
  insert into assistant_spend as s (month, tokens) values (its_month, most)
    on conflict (month) do update set tokens = s.tokens + most where ceiling is null or s.tokens + most <= ceiling;
  if not found then return false; end if;
  update assistant_ledger set reserved = most where question_id = question;
  return true;
end $$;

-- Charges or refunds a reserved question. `took` is the number of tokens used; null means that it is unknown and the
-- reserved amount counts. Does nothing if the question is already settled.
create or replace function settle_question(question uuid, is_charged boolean, took integer) returns void language plpgsql as $$
declare
  entry assistant_ledger;
begin
  select * into entry from assistant_ledger l where l.question_id = question and l.state = 'reserved' for update;
  if not found then return; end if;
  took := coalesce(took, entry.reserved);
  update assistant_ledger
    set state = case when is_charged then 'charged' else 'returned' end, tokens = tokens + took, reserved = 0, settled_at = now(),
      in_vain = in_vain + case when is_charged or took = 0 then 0 else 1 end
    where question_id = question;
  if not is_charged then
    update assistant_usage set used = used - 1 where member_id = entry.member_id and month = entry.month;
  end if;
  if took <> entry.reserved then
    update assistant_spend set tokens = greatest(0, tokens + took - entry.reserved) where month = entry.month;
  end if;
end $$;
