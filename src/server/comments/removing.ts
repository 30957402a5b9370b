/**
 * Administrators remove a comment from everyone's view, and restore it. The comment keeps its place below the post as a
 * line without words. So the count of the post stays the same, and the count of the author drops. Runs in the
 * transaction of the decision; lock order as for a deletion.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { countedPost } from '../posts/posts.ts'
import { commentFacts } from './facts.ts'

interface LockedComment {
  post_id: string
  author_id: string | null
  is_counted: boolean
}

/** Returns false if the comment does not exist or is already removed. */
export async function removeComment(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const comment = await lockComment(ctx, id, false)
  if (!comment) return false
  await sql`update comments set removed_at = now(), removed_reason = ${reason} where id = ${id}`.execute(ctx.db)
  await count(ctx, comment, -1)
  const { post_id, author_id } = comment
  await record(ctx, commentFacts.removed({ comment_id: id, post_id, author_id }, reason))
  return true
}

/** Returns false if the comment is not removed. */
export async function restoreComment(ctx: Ctx, id: string): Promise<boolean> {
  const comment = await lockComment(ctx, id, true)
  if (!comment) return false
  await sql`update comments set removed_at = null, removed_reason = null where id = ${id}`.execute(ctx.db)
  await count(ctx, comment, 1)
  const { post_id, author_id } = comment
  await record(ctx, commentFacts.restored({ comment_id: id, post_id, author_id }))
  return true
}

async function count(ctx: Ctx, { author_id, is_counted }: LockedComment, way: number): Promise<void> {
  if (!is_counted || !author_id) return
  await sql`update profiles set comment_count = comment_count + ${way}::int where id = ${author_id}`.execute(ctx.db)
}

/** Locks the comment. Its network and its post cannot change until this transaction ends. */
async function lockComment(ctx: Ctx, id: string, isRemoved: boolean): Promise<LockedComment | undefined> {
  await sql`select lock_group(p.group_id), lock_post(p.id) from comments k join posts p on p.id = k.post_id
    where k.id = ${id}`.execute(ctx.db)
  const { rows } = await sql<LockedComment>`
    select k.post_id, k.author_id, ${countedPost} as is_counted from comments k join posts p on p.id = k.post_id
    where k.id = ${id} and (k.removed_at is not null) = ${isRemoved} for update of k`.execute(ctx.db)
  return rows[0]
}
