-- Questions that nobody has answered, for the front page of a member. A column of its own, and not the count in the condition
-- of an index: it changes with the first answer and with the last one that goes, so that every other answer leaves the
-- indexes of posts alone. The table is written anew once.
alter table posts add column unanswered boolean not null
  generated always as (type = 'question' and comment_count = 0) stored;
create index posts_unanswered on posts (open_to, created_at desc, id desc) where unanswered;
