/** Idempotency: a creation that is sent twice, and an edit from two devices. The same for posts, comments and messages. */
import { sql } from 'kysely'
import type { Fault } from '#contract/kernel.ts'
import type { OwnTable } from '#db/owners.ts'
import type { Ctx } from './ctx.ts'
import type { KeptRows } from './own-rows.ts'
import { refuse } from './refuse.ts'

/**
 * Refuses an id that was used before. The author gets `deleted`. Any other caller gets `idTaken`, as for an existing item,
 * so that the response does not reveal that the item was deleted.
 */
export async function refuseUsed(
  ctx: Ctx,
  kind: 'posts' | 'comments' | 'group_messages' | 'pod_messages' | 'event_comments',
  id: string,
  faults: { deleted: Fault; idTaken: Fault },
): Promise<never> {
  const mine = await ctx.db
    .selectFrom('used_ids')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('author_id', '=', ctx.viewer?.id ?? null)
    .executeTakeFirst()
  return refuse(mine ? faults.deleted : faults.idTaken)
}

/** True if the caller has seen the newest version, or does not say which one he has seen. */
export const hasSeen = ({ seen_updated_at }: { seen_updated_at?: Date }, { updated_at }: { updated_at: Date }) =>
  seen_updated_at === undefined || seen_updated_at.getTime() === updated_at.getTime()

/** The newer version that the caller has not seen: the author's own text as it is stored. */
export const newerOf = ({ content, updated_at }: { content: string; updated_at: Date }, title?: string) => ({
  ...(title === undefined ? {} : { title }),
  content,
  updated_at,
})

/** Each change gets a later time than the one before, whatever the clock does, so that changes since a time can be read. */
export const LATER = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`

/** Stay without a name when the account is deleted: the ids are still taken. */
export const keptIds: KeptRows<OwnTable<'kernel'>>[] = [['used_ids', 'author_id']]
