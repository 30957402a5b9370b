-- Where the parts of the sitemap begin. A part never moves: the one that is open at the end is closed when it is full, and
-- the next begins. The first part of a kind begins at the beginning and has no row.
create table sitemap_parts (
  kind text not null check (kind in ('posts', 'members')),
  number integer not null check (number >= 2),
  created_at timestamptz(3) not null,
  id uuid not null,
  primary key (kind, number)
);
create index profiles_by_time on profiles (created_at, id);
