/** Everything that is stored, as one mark: two that are equal mean that nothing was written in between. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

export async function snapshot(db: Kysely<DB>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const marks = tables.map(
    ({ name }) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t)`,
  )
  // of the jobs only how many there ever were: workers work them off meanwhile
  const jobs = `(select coalesce(max(last_value), 0)::text from pg_sequences where schemaname = 'graphile_worker')`
  const { rows } = await sql<{ mark: string }>`select ${sql.raw([...marks, jobs].join(" || ' ' || "))} as mark`.execute(
    db,
  )
  return rows[0]!.mark
}
