-- The first steps: how far a member has come, on whichever device, and what he may tell in them.
alter table profiles_private
  -- how many of the first five steps he has finished, so the index of the first that he has not
  add column onboarding_step smallint not null default 0 check (onboarding_step between 0 and 5),
  -- he has put the card of his first seven days away
  add column welcome_away_at timestamptz(3),
  add constraint profiles_private_first_name_said check (first_name ~ '\S'),
  add constraint profiles_private_last_name_said check (last_name ~ '\S'),
  add constraint profiles_private_born check (date_of_birth between date '1900-01-01' and current_date);

update profiles_private set onboarding_step = 5 where onboarding_completed;

alter table user_interests add constraint user_interests_known check (interest_name in (
  'Parenting Tips', 'Sports & Fitness', 'Cooking', 'DIY Projects', 'Career Growth', 'Mental Health', 'Technology', 'Travel',
  'Photography', 'Music', 'Reading', 'Gaming'));
alter table user_goals add constraint user_goals_known check (goal_name in (
  'Connect with other dads', 'Share parenting experiences', 'Learn new skills', 'Find accountability partners',
  'Build a support network', 'Mentor other fathers'));

-- What is offered to newcomers, found without passing over what is not.
create index groups_offered on groups (member_count desc, id) where status = 'approved' and is_public;
create index pods_offered on pods (listed_at desc, id desc)
  where status = 'active' and not is_private and current_members < 6 and current_members < capacity;
