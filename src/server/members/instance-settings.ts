/** Copies configuration into the database: who administers the site, and what it is called. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

interface InstanceSettings {
  brand: { name: string; assistant: string }
  adminEmails: string[]
}

/** Runs at the start of a program. If several programs differ, the last one counts. */
export async function storeInstanceSettings(db: Kysely<DB>, { brand, adminEmails }: InstanceSettings): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`select mark_administrators(${adminEmails}::text[])`.execute(db)
    await sql`delete from reserved_words where kind in ('brand', 'assistant')`.execute(db)
    await sql`insert into reserved_words (word, kind) values (${brand.name}, 'brand'), (${brand.assistant}, 'assistant')
      on conflict (word) do nothing`.execute(db)
  })
}
