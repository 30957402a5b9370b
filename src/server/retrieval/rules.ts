/**
 * What retrieval may index and show.
 *
 * - `isQuotable`: neither the author nor the network has asked not to be quoted. The author of a deleted account cannot be
 *   asked, so what he wrote is not quoted.
 * - `indexedPost`, `indexedComment`: only posts that are for everyone are indexed, with their comments, if they are quotable and
 *   not removed.
 * - `shownPost`, `shownComment`: the same is asked again for each question, and the asker must see the post: he is not apart
 *   from its author, nor from the author of the comment (neither has blocked the other).
 *
 * Asked inside a query, where `p` is the alias of posts and `k` that of comments.
 */
import { type RawBuilder, sql } from 'kysely'
import { isQuotableMember, type ViewerScope } from '../members/members.ts'
import { byNobodyApart, OPEN_TO_EVERYONE, visiblePost } from '../posts/posts.ts'

export const isQuotable = (author: RawBuilder<unknown>) => sql<boolean>`(
  ${isQuotableMember(author)}
  and coalesce((select g.is_quotable from groups g where g.id = p.group_id), true))`

export const indexedPost = sql<boolean>`coalesce(p.removed_at is null and p.open_to = ${OPEN_TO_EVERYONE} and ${isQuotable(sql`p.author_id`)}, false)`

export const indexedComment = sql<boolean>`coalesce(k.id is not null and k.removed_at is null and ${isQuotable(sql`k.author_id`)}, false)`

export const shownPost = (viewer: ViewerScope | null) =>
  sql<boolean>`p.open_to = ${OPEN_TO_EVERYONE} and ${visiblePost(viewer)} and ${isQuotable(sql`p.author_id`)}`

export const shownComment = (viewer: ViewerScope | null) =>
  sql<boolean>`k.removed_at is null and ${byNobodyApart(viewer, sql`k.author_id`)} and ${isQuotable(sql`k.author_id`)}`
