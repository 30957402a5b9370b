-- The kernel owns these functions (src/server/kernel/postgres).
-- Promise: A process of the previous version works beside this one during an update: it calls these functions by the names that
-- they had before migration 041. The version after this one deletes this file.

create or replace function turn_posts(network uuid, most integer, most_comments integer) returns boolean language sql as $$ select reindex_visibility(network, most, most_comments) $$;
create or replace function hold_coming(member uuid) returns void language sql as $$ select lock_pod_entry(member) $$;
create or replace function hold_comings(one uuid, other uuid) returns void language sql as $$ select lock_pod_entries(one, other) $$;
create or replace function hold_way_in(network uuid, member uuid) returns void language sql as $$ select lock_membership(network, member) $$;
create or replace function may_go(member uuid) returns boolean language sql as $$ select can_delete_account(member) $$;
create or replace function hold_post(post uuid) returns void language sql as $$ select lock_post(post) $$;
create or replace function hold_post_alone(post uuid) returns void language sql as $$ select lock_post_exclusive(post) $$;
create or replace function hold_standing(post uuid) returns boolean language sql as $$ select lock_existing_post(post) $$;
create or replace function hold_open(post uuid, writer uuid) returns boolean language sql as $$ select lock_writable_post(post, writer) $$;
create or replace function hold_group(network uuid) returns boolean language sql as $$ select lock_group(network) $$;
create or replace function hold_group_alone(network uuid) returns void language sql as $$ select lock_group_exclusive(network) $$;
create or replace function hold_event(event uuid, member uuid) returns boolean language sql as $$ select lock_visible_event(event, member) $$;
create or replace function hold_member(member uuid) returns void language sql as $$ select lock_member(member) $$;
create or replace function hold_pair(one uuid, other uuid) returns void language sql as $$ select lock_pair(one, other) $$;
create or replace function hold_blocks(blocker uuid) returns void language sql as $$ select lock_blocks(blocker) $$;
create or replace function words_mark(title text, content text) returns text language sql immutable as $$ select text_fingerprint(title, content) $$;
