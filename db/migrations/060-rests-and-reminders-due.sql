-- no transaction
-- What is due next, of the columns of 057.
create index concurrently seasons_remind on seasons (remind_at, pod_id) where remind_at is not null;
create index concurrently rounds_remind on rounds (remind_at, id) where remind_at is not null and closed_at is null;
create index concurrently round_places_pause_ends on round_places (paused_until, pod_id) where paused_until is not null;
create index concurrently round_places_left_ends on round_places (left_until, pod_id) where left_until is not null;
alter table round_places validate constraint round_places_stopped;
