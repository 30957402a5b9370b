-- While a membership is about to end after a trial, the man must not see it: what he looked for waits here, as if he had found a pod,
-- and he looks for one again when the membership ends (docs/decisions/054).
alter table pod_trials add column seeker jsonb;
alter table pod_trials add constraint pod_trials_seeker check (seeker is null or ends_at is not null);
update pod_trials t set seeker = to_jsonb(s) from seekers s where s.user_id = t.user_id and t.ends_at is not null;
delete from seekers s using pod_trials t where t.user_id = s.user_id and t.ends_at is not null;
