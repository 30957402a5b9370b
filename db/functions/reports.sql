-- The room reports owns these functions (src/server/reports).
-- Promise: Nobody is woken because of a case that is decided.
-- Triggers on: report_cases.

-- A decided case is not among the open dangers any more, and no mail about it is due.
create or replace function end_danger() returns trigger language plpgsql as $$
begin
  update dangers d set is_open = false, due_at = null where d.case_id = new.id;
  return null;
end $$;
create or replace trigger end_danger after update of decided_at on report_cases for each row
  when (old.decided_at is null and new.decided_at is not null) execute function end_danger();
