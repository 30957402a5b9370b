/**
 * Who may vote.
 *
 * - on a post, and in its poll: every member who may write below it (`lock_writable_post` in db/functions/posts.sql), also the author.
 * - `votableComment`: on a comment: every member who may write below its post, unless the comment is removed, or its author
 *   and he are apart (one of them has blocked the other).
 * - who takes a vote back: the member himself, on the same conditions.
 */
import { sql } from 'kysely'
import { notBlocked, type ViewerScope } from '../members/members.ts'

/** Used in a query where `k` is the alias of comments. */
export const votableComment = (voter: ViewerScope) =>
  sql<boolean>`k.removed_at is null and ${notBlocked(voter, sql`k.author_id`)}`
