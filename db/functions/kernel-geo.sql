-- The kernel owns these functions (src/server/kernel/geo).
-- Promise: The database and kernel/geo/grid.ts compute the same grid of cells. Check constraints and generated columns
-- use these functions, so a changed body needs a migration that rebuilds them. The bodies are bound when they are
-- created, because a dump is restored without a search path.

-- Returns the number of cells in a row. Rows are 1.01 miles high, from pole to pole, on an earth with a radius of 3959 miles.
-- Five rows are a band; a band is divided into parents of about five miles, and a row of a parent into cells of about one
-- mile, so cells have nearly the same area and lie within their parent. The number of a cell is row * 32768 + column.
create or replace function cell_columns(row_ integer) returns integer language sql immutable strict parallel safe
  return (with round_ as (
    select greatest(1, round(2 * pi() * 3959 * cosd(-90 + (row_ / 5 * 5 + 2.5) * 180 / 12315) / 5.05)) as parents)
  select (parents * greatest(1, round(2 * pi() * 3959 * cosd(-90 + (row_ + 0.5) * 180 / 12315) / (1.01 * parents))))::integer
  from round_);

-- Returns the latitude of the centre of a cell.
create or replace function cell_latitude(cell integer) returns double precision language sql immutable strict parallel safe
  return -90 + (cell / 32768 + 0.5) * 180 / 12315;

-- Returns the longitude of the centre of a cell.
create or replace function cell_longitude(cell integer) returns double precision language sql immutable strict parallel safe
  return -180 + (cell % 32768 + 0.5) * 360 / cell_columns(cell / 32768);

-- Returns whether there is a cell with this number.
create or replace function is_cell(cell integer) returns boolean language sql immutable strict parallel safe
  return cell >= 0 and cell / 32768 < 12315 and cell % 32768 < cell_columns(cell / 32768);

-- Returns the parent of a cell: its band * 32768 + its position in the band (parentOf in kernel/geo/grid.ts).
create or replace function cell_parent(cell integer) returns integer language sql immutable strict parallel safe as $$
  with round_ as (
    select cell / 32768 as row_,
      greatest(1, round(2 * pi() * 3959 * cosd(-90 + (cell / 32768 / 5 * 5 + 2.5) * 180 / 12315) / 5.05)) as parents)
  select row_ / 5 * 32768 + cell % 32768 / greatest(1,
    round(2 * pi() * 3959 * cosd(-90 + (row_ + 0.5) * 180 / 12315) / (1.01 * parents)))::integer
  from round_
$$;
