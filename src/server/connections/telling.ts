/** What the two of a connection are told, each on his own topic: his lists, his button and his numbers follow in every tab. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { type FactKind, recordFact } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

export type Deed = Extract<FactKind, `connection.${string}`>

interface Told {
  deed: Deed
  /** whose deed it is */
  by: string
  other: string
  connection_id: string
  /** the other is not told when he is declined, or when it ends with a block */
  quietly?: boolean
}

/**
 * The fact, and what is told, in the deed's transaction; by id, so that two deeds do not wait for each other. Answers the
 * topics to ring.
 */
export async function tellConnection(ctx: Ctx, { deed, by, other, connection_id, quietly }: Told): Promise<string[]> {
  await recordFact(ctx, deed, { connection_id, member_id: by, other_id: other })
  const told = quietly ? [by] : [by, other].sort()
  await sql`select tell('member:' || one.id, ${deed}, case one.id when ${by}::uuid then ${other}::uuid else ${by}::uuid end)
    from unnest(${told}::uuid[]) as one (id)`.execute(ctx.db)
  return told.map(memberTopic)
}
