-- no transaction
-- Lines about the rounds of a pod: by the member who is named, so that they lose his name when he leaves, and the rules of 058.
create index concurrently pod_messages_noted_by on pod_messages (noted_by) where noted_by is not null;
alter table pod_messages validate constraint pod_messages_note;
alter table pod_messages validate constraint pod_messages_noted;
