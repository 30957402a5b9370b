/** What comes twice: a creation that is sent again, and a change from two devices. Posts and comments are alike in this. */
import { sql } from 'kysely'
import type { Fault } from '#contract/kernel.ts'
import type { Ctx } from './ctx.ts'
import { refuse } from './refuse.ts'

/**
 * What had this id has been deleted. Its author is told so; to anybody else the id is taken, as any other would be.
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

/** Without a time he asks for nothing. */
export const hasSeen = ({ seen_updated_at }: { seen_updated_at?: Date }, { updated_at }: { updated_at: Date }) =>
  seen_updated_at === undefined || seen_updated_at.getTime() === updated_at.getTime()

/** What he has not seen: his own words, as they stand there. */
export const newerOf = ({ content, updated_at }: { content: string; updated_at: Date }, title?: string) => ({
  ...(title === undefined ? {} : { title }),
  content,
  updated_at,
})

/** Each change has a time of its own, so that "changed since" can be asked, whatever the clock does. */
export const LATER = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`
