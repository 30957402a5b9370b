-- Achievements can count check-ins with pods.
alter table achievements drop constraint achievements_metric_check;
alter table achievements add constraint achievements_metric_check check (metric in (
  'posts', 'comments', 'kin', 'groups', 'pods', 'events', 'votes', 'liked', 'karma', 'weeks', 'days', 'check_ins'));
