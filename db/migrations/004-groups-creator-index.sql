-- When an account goes, its networks are found by their creator.
create index groups_of_creator on groups (creator_id);
