/** How far behind the readers of facts are, and which facts they have left out. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

export interface ReaderDelay {
  name: string
  /** the age of the oldest fact that it has not read */
  delay_seconds: number
}

/** Each is one look into the index of facts. */
export async function readerDelays(db: Kysely<DB>, readers: readonly string[]): Promise<ReaderDelay[]> {
  const { rows } = await sql<ReaderDelay>`
    select r.name, coalesce(extract(epoch from now() - next.created_at), 0)::float8 as delay_seconds
    from readers r left join lateral (select f.created_at from facts f where f.xid is not null and (f.xid, f.id) > (r.xid, r.fact_id)
      order by f.xid, f.id limit 1) next on true
    where r.name = any(${[...readers]}::text[])`.execute(db)
  return rows
}

/** Returns the number of facts that a reader has left out, because it always failed. */
export async function parkedFacts(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from parked_facts`.execute(db)
  return rows[0]!.count
}
