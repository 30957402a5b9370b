-- The room admin owns these functions (src/server/admin).
-- Promise: The log of administrators cannot be changed or deleted.
-- Triggers on: admin_log.

-- Refuses every update, delete and truncate of the log.
create or replace function admin_log_stays() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'what administrators did is never changed or deleted';
end $$;
create or replace trigger admin_log_stays before update or delete or truncate on admin_log
  for each statement execute function admin_log_stays();
