/** Comments on an event: members who see it read and write them, oldest first; the author deletes his own. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type EventComment, eventFaults } from '#contract/events.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuseUsed } from '../kernel/idempotency.ts'
import { isId, keyOf, pageOf } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { parseBody } from '../kernel/text/text.ts'
import { notBlocked, viewerScopeOf } from '../members/members.ts'
import { commentsBy } from './comment-rows.ts'
import { eventFacts } from './facts.ts'
import { lockEvent, mustSeeEvent } from './reading.ts'
import { visibleEvent, visibleEventComment, whyNotDeleteComment } from './rules.ts'

export async function listEventComments(
  ctx: Ctx,
  { id, after }: { id: string; after?: string | undefined },
): Promise<PageOf<EventComment>> {
  const eyes = viewerScopeOf(ctx)
  const key = keyOf(after)
  if (!isId(id)) refuse(eventFaults.notFound)
  const later = key ? sql`and (k.created_at, k.id) > (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``
  const items = await commentsBy(ctx.db, {
    viewer: ctx.viewer?.id ?? null,
    which: sql`k.event_id = ${id}::uuid and ${visibleEventComment(eyes)} ${later}`,
    rows: sql.lit(PAGE_SIZE + 1),
  })
  if (items.length === 0) await mustSeeEvent(ctx, id, eyes) // the list is also empty if there is no such event
  return pageOf(items, PAGE_SIZE)
}

interface NewEventComment {
  id: string
  comment_id?: string | undefined
  content: string
}

/** A comment with the same id and text is stored once. Lock order: the network, the membership, the comment, the topic. */
export async function createEventComment(ctx: Ctx, { content, ...target }: NewEventComment): Promise<EventComment> {
  const { id: author } = mustBeMember(ctx, SAY_LOCAL.signInToComment)
  if (!isId(target.id)) refuse(eventFaults.notFound)
  const id = target.id.toLowerCase()
  const comment_id = target.comment_id ?? randomUUID()
  const body = parseBody(content)
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockEvent(ctx, id))) refuse(eventFaults.notFound)
    const { rows } = await sql`
      insert into event_comments (id, event_id, user_id, content, body)
      values (${comment_id}::uuid, ${id}::uuid, ${author}::uuid, ${content}, ${JSON.stringify(body)}::jsonb)
      on conflict (id) do nothing returning id`.execute(ctx.db)
    if (rows.length > 0) await record(ctx, eventFacts.commentCreated({ comment_id, event_id: id }))
  }).catch((error: unknown) => {
    if (isBreach(error, 'gone')) refuse(eventFaults.notFound) // the event was deleted meanwhile
    if (isBreach(error, 'twice', 'id_is_new')) return refuseUsed(ctx, 'event_comments', comment_id, USED)
    throw error
  })
  const [comment] = await commentsBy(ctx.db, {
    viewer: author,
    which: sql`k.id = ${comment_id}::uuid and k.event_id = ${id}::uuid and k.user_id = ${author}::uuid
      and k.content = ${content} and ${visibleEvent(ctx.viewer)}`,
  })
  // the id belongs to another comment, or the author has deleted this one
  return comment ?? refuseUsed(ctx, 'event_comments', comment_id, USED)
}

const USED = { deleted: eventFaults.commentDeleted, idTaken: eventFaults.commentIdTaken }

export async function deleteEventComment(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY_LOCAL.signInToComment)
  if (!isId(id)) refuse(eventFaults.noComment)
  const deleted = await inTransaction(ctx, async (ctx) => {
    const comment = await ctx.db
      .selectFrom('event_comments')
      .select(['id as comment_id', 'event_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!comment || !(await lockEvent(ctx, comment.event_id))) refuse(eventFaults.noComment)
    const { rows } = await sql<{ is_own: boolean }>`
      select k.user_id is not distinct from ${viewer}::uuid as is_own from event_comments k
      where k.id = ${id}::uuid and ${notBlocked(ctx.viewer, sql`k.user_id`)} for update`.execute(ctx.db)
    if (!rows[0]) refuse(eventFaults.noComment)
    const why = whyNotDeleteComment(rows[0])
    if (why) refuse(why)
    await remove(ctx, comment)
    return comment
  })
  return { id: deleted.comment_id }
}

interface OwnEventComment {
  comment_id: string
  event_id: string
}

async function remove(ctx: Ctx, comment: OwnEventComment): Promise<void> {
  await ctx.db.deleteFrom('event_comments').where('id', '=', comment.comment_id).execute()
  await record(ctx, eventFacts.commentDeleted(comment))
}

/** Deletes some of a member's comments when he deletes his account with its content. Returns true if there may be more. */
export async function deleteEventCommentsOf(ctx: Ctx, member: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('event_comments')
    .select(['id as comment_id', 'event_id'])
    .where('user_id', '=', member)
    .limit(BATCH_SIZE)
    .execute()
  for (const comment of found)
    await inTransaction(ctx, async (ctx) => {
      await lockEvent(ctx, comment.event_id)
      const { rows } = await sql`select from event_comments k where k.id = ${comment.comment_id} for update`.execute(
        ctx.db,
      )
      if (rows.length > 0) await remove(ctx, comment)
    })
  return found.length > 0
}
const BATCH_SIZE = 100
