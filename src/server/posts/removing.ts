/**
 * Administrators remove a post from everyone's view, and restore it. Runs in the transaction of their decision. Lock
 * order as for a deletion: its network (shared, so that its visibility does not change), the post (exclusive advisory
 * lock, then its row), its category, the members by id.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { postFacts } from './facts.ts'
import { countedPost, OPEN_TO_EVERYONE, OPEN_TO_NOBODY } from './rules.ts'

interface LockedPost {
  author_id: string | null
  is_counted: boolean
}

/** Returns false if the post does not exist or is already removed. */
export async function removePost(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const post = await lockPost(ctx, id, false)
  if (!post) return false
  if (post.is_counted) await sql`select count_post(${id}::uuid, -1)`.execute(ctx.db)
  await sql`update posts set removed_at = now(), removed_reason = ${reason}, open_to = ${OPEN_TO_NOBODY} where id = ${id}`.execute(
    ctx.db,
  )
  await record(ctx, postFacts.removed(id, post.author_id, reason))
  return true
}

/** Restores the post with the visibility that its network has now. Returns false if the post is not removed. */
export async function restorePost(ctx: Ctx, id: string): Promise<boolean> {
  const post = await lockPost(ctx, id, true)
  if (!post) return false
  const { rows } = await sql<{ is_counted: boolean }>`
    update posts p set removed_at = null, removed_reason = null,
      open_to = case when p.group_id is null or lock_group(p.group_id) then ${OPEN_TO_EVERYONE} else p.group_id end
    where p.id = ${id} returning ${countedPost} as is_counted`.execute(ctx.db)
  if (rows[0]?.is_counted) await sql`select count_post(${id}::uuid, 1)`.execute(ctx.db)
  await record(ctx, postFacts.restored(id, post.author_id))
  return true
}

async function lockPost(ctx: Ctx, id: string, isRemoved: boolean): Promise<LockedPost | undefined> {
  await sql`select lock_group(p.group_id) from posts p where p.id = ${id}`.execute(ctx.db)
  await sql`select lock_post_exclusive(${id}::uuid)`.execute(ctx.db)
  const { rows } = await sql<LockedPost>`
    select p.author_id, ${countedPost} as is_counted from posts p
    where p.id = ${id} and (p.removed_at is not null) = ${isRemoved} for update of p`.execute(ctx.db)
  return rows[0]
}
