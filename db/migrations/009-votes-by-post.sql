-- Votes of a post by one member: whichever index is taken, it is one row, however many votes the post has.
drop index post_votes_of_post;
create index post_votes_of_post on post_votes (post_id, user_id);
drop index comment_votes_of_comment;
create index comment_votes_of_comment on comment_votes (comment_id, user_id);
