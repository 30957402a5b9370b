-- The room nearby owns these functions (src/server/nearby).
-- Promise: The position of a member is the centre of a grid cell, and is kept only while local mode is on.
-- Writes: local_cells.
-- Triggers on: profiles_private.

-- Replaces the position by the centre of its cell, or deletes it if local mode is off.
create or replace function snap_to_cell() returns trigger language plpgsql as $$
begin
  if not new.local_mode_enabled then new.cell := null; end if;
  new.latitude := cell_latitude(new.cell);
  new.longitude := cell_longitude(new.cell);
  return new;
end $$;
create or replace trigger keep_only_cell before insert or update of local_mode_enabled, cell, latitude, longitude on profiles_private
  for each row execute function snap_to_cell();

-- Counts how many members are in each cell. Cells with fewer than five are shown as their parent.
create or replace function count_local_cell() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op <> 'INSERT' then old.cell end;
  is_ integer := case when tg_op <> 'DELETE' then new.cell end;
  one integer;
begin
  -- the smaller number first: two members who swap cells cannot deadlock
  foreach one in array array[least(was, is_), greatest(was, is_)] loop
    if one = is_ then
      insert into local_cells as c (cell, members) values (one, 1) on conflict (cell) do update set members = c.members + 1;
    elsif one = was then
      update local_cells c set members = c.members - 1 where c.cell = one;
      -- an empty cell would show that a member was there
      delete from local_cells c where c.cell = one and c.members = 0;
    end if;
    exit when was is null or is_ is null;
  end loop;
  return null;
end $$;
create or replace trigger local_cell_came after insert on profiles_private for each row when (new.cell is not null)
  execute function count_local_cell();
create or replace trigger local_cell_changed after update on profiles_private for each row when (old.cell is distinct from new.cell)
  execute function count_local_cell();
create or replace trigger local_cell_went after delete on profiles_private for each row when (old.cell is not null)
  execute function count_local_cell();
