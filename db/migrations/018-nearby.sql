-- Local mode (R-04): where a member is, as the cell of a fixed grid, and only while his local mode is on.

-- The grid: rows of 1.01 miles from pole to pole, on an earth of 3959 miles; five rows are a band. A band is cut around the
-- earth into parents of about five miles, and a row of a parent into cells of about one, so that cells have all but the same
-- area and lie whole in their parent. A cell is its row times 32768 and its column; kernel/grid.ts counts alike. Bodies that
-- are bound when they are made: a dump is read back without a search path, and tables ask these functions.
create function cell_columns(row_ integer) returns integer language sql immutable strict parallel safe
  return (with round_ as (
    select greatest(1, round(2 * pi() * 3959 * cosd(-90 + (row_ / 5 * 5 + 2.5) * 180 / 12315) / 5.05)) as parents)
  select (parents * greatest(1, round(2 * pi() * 3959 * cosd(-90 + (row_ + 0.5) * 180 / 12315) / (1.01 * parents))))::integer
  from round_);
create function cell_latitude(cell integer) returns double precision language sql immutable strict parallel safe
  return -90 + (cell / 32768 + 0.5) * 180 / 12315;
create function cell_longitude(cell integer) returns double precision language sql immutable strict parallel safe
  return -180 + (cell % 32768 + 0.5) * 360 / cell_columns(cell / 32768);
create function is_cell(cell integer) returns boolean language sql immutable strict parallel safe
  return cell >= 0 and cell / 32768 < 12315 and cell % 32768 < cell_columns(cell / 32768);

-- Nobody has been asked for a position before this: there is none to be taken away, and nothing to be looked through while
-- everybody waits. The constraints hold for whatever is written from now on.
alter table profiles_private
  add column cell integer,
  add constraint profiles_private_cell check (is_cell(cell)) not valid,
  -- whoever is not seen has no position here
  add constraint profiles_private_position_while_on check (local_mode_enabled or cell is null) not valid;
-- whoever lives in a cell, in an order that says nothing about them
create index profiles_private_by_cell on profiles_private (cell, id) where cell is not null;

-- Nothing else than the centre of the cell can be kept, whatever a statement says, and nothing at all once local mode is off.
create function keep_only_cell() returns trigger language plpgsql as $$
begin
  if not new.local_mode_enabled then new.cell := null; end if;
  new.latitude := cell_latitude(new.cell);
  new.longitude := cell_longitude(new.cell);
  return new;
end $$;
create trigger keep_only_cell before insert or update of local_mode_enabled, cell, latitude, longitude on profiles_private
  for each row execute function keep_only_cell();

-- How many are in each cell: fewer than five are answered as their parent.
create table local_cells (
  cell integer primary key check (is_cell(cell)),
  members integer not null check (members >= 0)
);
create function count_local_cell() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op <> 'INSERT' then old.cell end;
  is_ integer := case when tg_op <> 'DELETE' then new.cell end;
  one integer;
begin
  -- the smaller number first: two who change places do not wait for each other
  foreach one in array array[least(was, is_), greatest(was, is_)] loop
    if one = is_ then
      insert into local_cells as c (cell, members) values (one, 1) on conflict (cell) do update set members = c.members + 1;
    elsif one = was then
      update local_cells c set members = c.members - 1 where c.cell = one;
      -- where somebody once was is not kept
      delete from local_cells c where c.cell = one and c.members = 0;
    end if;
    exit when was is null or is_ is null;
  end loop;
  return null;
end $$;
create trigger local_cell_came after insert on profiles_private for each row when (new.cell is not null)
  execute function count_local_cell();
create trigger local_cell_changed after update on profiles_private for each row when (old.cell is distinct from new.cell)
  execute function count_local_cell();
create trigger local_cell_went after delete on profiles_private for each row when (old.cell is not null)
  execute function count_local_cell();
