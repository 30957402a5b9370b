-- Images that members chose: what is in the store under which name, whose it is, and whether it stands anywhere. The row
-- is there before the first byte is stored and goes after the last one is removed, so that nothing is kept that nobody knows.
create table images (
  -- 128 random bits; the files are called by it and by their width: "…-96.webp"
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  kind text not null check (kind in ('avatar', 'banner')),
  -- whose it is: a member or a group; neither of them: he or it is gone, and so shall it be
  member_id uuid references profiles (id) on delete set null,
  group_id uuid references groups (id) on delete set null,
  -- in px
  widths integer[] not null,
  -- null while it stands on its owner's page; from the beginning until then, and once it was replaced, since when not
  unused_since timestamptz(3) default now(),
  created_at timestamptz(3) not null default now(),
  check (member_id is null or group_id is null),
  check (kind = 'avatar' or member_id is null)
);
create index images_unused on images (unused_since) where unused_since is not null;
create index images_nobodys on images (created_at) where member_id is null and group_id is null;
create index images_of_member on images (member_id);
create index images_of_group on images (group_id);
-- one of each kind stands at a time
create unique index images_of_member_one on images (member_id, kind) where member_id is not null and unused_since is null;
create unique index images_of_group_one on images (group_id, kind) where group_id is not null and unused_since is null;
