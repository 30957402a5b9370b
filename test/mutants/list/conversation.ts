import type { Mutant } from '../mutant.ts'

const posts = (...names: string[]) => names.map((name) => `src/server/posts/${name}.test.ts`)
const comments = (...names: string[]) => names.map((name) => `src/server/comments/${name}.test.ts`)
const votes = ['src/server/votes/votes.test.ts']

/** Posts, comments, votes, polls, lists and search. */
export const conversation: Mutant[] = [
  {
    name: 'private-post-seen-by-everyone',
    file: 'src/server/posts/rules.ts',
    from: 'sql<SqlBool>`(${publicPost} or ${ofHisNetworks(viewer)})`',
    to: 'sql<SqlBool>`(true or ${ofHisNetworks(viewer)})`',
    promise: 'A post of a private network is seen by its members alone.',
    tests: { rooms: posts('visibility') },
  },
  {
    name: 'removed-post-still-in-lists',
    file: 'src/server/posts/rules.ts',
    from: 'sql<SqlBool>`(p.removed_at is null and ${openTo(viewer)})`',
    to: 'sql<SqlBool>`(${openTo(viewer)})`',
    promise: 'A post that the administrators removed is found by nobody.',
    tests: { rooms: ['src/server/admin/removing.test.ts'] },
  },
  {
    name: 'another-mans-post-changed',
    file: 'src/server/posts/posts.ts',
    from: 'if (!isAuthor(ctx.viewer, post)) refuse(postFaults.notAuthor)',
    to: 'void isAuthor',
    promise: 'A post is changed and deleted by its author alone.',
    tests: { rooms: posts('changing') },
  },
  {
    name: 'change-of-another-device-overwritten',
    file: 'src/server/posts/posts.ts',
    from: 'if (!hasSeen(input, post)) refuse(postFaults.changed, { newer: newerOf(post, post.title) })',
    to: 'void [hasSeen, newerOf]',
    promise: 'What was changed on another device is not written over unseen.',
    tests: { rooms: posts('changing') },
  },
  {
    name: 'deleted-post-still-counted',
    file: 'src/server/posts/posts.ts',
    from: 'if (post.is_counted) await uncount(ctx, post, lost)',
    to: 'void uncount',
    promise: 'With a deleted post every number of posts and comments goes down.',
    tests: { rooms: posts('changing') },
  },
  {
    name: 'deleted-comment-still-counted',
    file: 'src/server/comments/comments.ts',
    from: "await ctx.db.updateTable('posts').set({ comment_count: sql`comment_count - 1` }).where('id', '=', post_id).execute()",
    to: '',
    promise: 'With a deleted comment the number below the post goes down.',
    tests: { rooms: comments('changing') },
  },
  {
    name: 'post-sent-twice-is-two',
    file: 'src/server/posts/posts.ts',
    from: 'const { id = randomUUID(), type, title,',
    to: 'const id = randomUUID()\n  const { type, title,',
    promise: 'A post that is sent again because the answer was lost is one post.',
    tests: { rooms: posts('posts') },
  },
  {
    name: 'comment-of-the-page-before-again',
    file: 'src/server/comments/comments.ts',
    from: '(k.created_at, k.id) > (${time}, ${id})',
    to: '(k.created_at, k.id) >= (${time}, ${id})',
    promise: 'The next page of comments begins behind the last one that was shown.',
    tests: { rooms: comments('comments') },
  },
  {
    name: 'posts-of-one-moment-skipped',
    file: 'src/server/feed/feed.ts',
    from: '(time ? sql`(p.created_at, p.id) < (${time}, ${id})` : sql`true`)',
    to: '(time ? sql`(p.created_at < ${time} or ${id}::uuid is null)` : sql`true`)',
    promise: 'No post is skipped between two pages of a list, also of several that were written at the same moment.',
    tests: { rooms: ['src/server/feed/feed.test.ts'] },
  },
  {
    name: 'vote-taken-back-stays-counted',
    file: 'db/migrations/029-votes-lock-first.sql',
    from: 'upvotes = p.upvotes + (after is true)::int - (before is true)::int,',
    to: 'upvotes = p.upvotes + (after is true)::int,',
    promise: 'A vote that is taken back leaves the score as it was before.',
    tests: { rooms: votes },
  },
  {
    name: 'two-votes-of-one-man-at-once',
    file: 'db/migrations/029-votes-lock-first.sql',
    from: `perform pg_advisory_xact_lock(hashtextextended(voter::text || target::text, 0));
  select v.is_upvote into before from post_votes`,
    to: 'select v.is_upvote into before from post_votes',
    promise: 'Of twenty presses of one man at the same moment one vote is left, and none fails.',
    tests: { rooms: votes },
  },
  {
    name: 'own-vote-is-karma',
    file: 'db/migrations/029-votes-lock-first.sql',
    from: 'own_vote = case when p.author_id = voter then (after is true)::int - (after is false)::int else p.own_vote end',
    to: 'own_vote = p.own_vote',
    promise: 'A vote on one’s own post brings no karma.',
    tests: { rooms: ['src/server/karma/karma.test.ts'] },
  },
  {
    name: 'own-vote-is-appreciation',
    file: 'db/migrations/033-attended-events.sql',
    from: 'values (new.author_id, is_ - was, (is_ > 0)::int - (was > 0)::int);',
    to: 'values (new.author_id, is_ - was, (new.upvotes > new.downvotes)::int - (old.upvotes > old.downvotes)::int);',
    promise: 'A vote on one’s own post makes nothing of it appreciated.',
    tests: { rooms: ['src/server/karma/karma.test.ts'] },
  },
  {
    name: 'hidden-matches-take-places',
    file: 'src/server/search/words.ts',
    from: 'where p.words @@ ${begun}::tsquery and ${openTo(ctx.viewer, AUTHOR_OF)}',
    to: 'where p.words @@ ${begun}::tsquery',
    promise: 'A page of what was found is full, however many matches are hidden from the one who asks.',
    tests: { rooms: ['src/server/search/search.test.ts'] },
  },
]
