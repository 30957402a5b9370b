/**
 * Who may do what with a comment below a post.
 *
 * - `visibleComment`: everyone who sees the post sees its comments, except those of a member from whom he is apart.
 * - `readableComment`: as `visibleComment`, also below a removed post for the post's author and for an administrator. A removed
 *   comment keeps its place in the list.
 * - `mayReadRemoved`: only its author reads the words of a removed comment, and why it was removed; others see an empty line.
 * - who writes one: every member who sees the post (`lock_writable_post` and `lock_existing_post` in db/functions/posts.sql).
 * - who edits and deletes one: its author (`whyNotEdit` and `whyNotDelete` in posts/rules.ts).
 *
 * "Apart" means that one of the two has blocked the other. The predicates are asked inside a query, where `k` is the alias of
 * comments and `p` that of their post.
 */
import { sql } from 'kysely'
import { notBlocked, type ViewerScope } from '../members/members.ts'
import { readablePost, visiblePost } from '../posts/posts.ts'

type Viewer = ViewerScope | null

export const visibleComment = (viewer: Viewer) =>
  sql<boolean>`(${visiblePost(viewer)} and ${notBlocked(viewer, sql`k.author_id`)})`

export const readableComment = (viewer: Viewer, isAdministrator: boolean) =>
  sql<boolean>`(${readablePost(viewer, isAdministrator)} and ${notBlocked(viewer, sql`k.author_id`)})`

export const mayReadRemoved = (viewer: string | null, { author_id }: { author_id: string | null }): boolean =>
  author_id !== null && author_id === viewer
