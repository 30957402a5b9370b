/** What a reader needs besides the facts themselves. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Returns and deletes the text beside a fact (`NewFact.words`): the reader stores it in its place. */
export async function takeFactText(db: Kysely<DB>, fact: number): Promise<string | null> {
  const { rows } = await sql<{ words: string }>`
    delete from fact_words where fact_id = ${fact}::bigint returning words`.execute(db)
  return rows[0]?.words ?? null
}

/**
 * Rows (kind, actor_id, data, words, created_at) of the facts that this reader has not read yet, for a list that is
 * built from facts and must not be some milliseconds behind. Mostly there are none.
 */
export const unreadFactsOf = (reader: string) => sql`(
  select f.kind, f.actor_id, f.data, w.words, f.created_at from facts f left join fact_words w on w.fact_id = f.id
  where f.xid is not null and (f.xid, f.id) > (select r.xid, r.fact_id from readers r where r.name = ${reader}))`
