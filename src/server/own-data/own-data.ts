/**
 * A member's copy of all his data as one JSON document. Each part is read in pages by its key, one statement at a time
 * and without a transaction, so that a member with a hundred thousand comments blocks nothing and the copy fits into
 * memory.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { OwnDataPart, RowKey } from '../kernel/own-data.ts'
import { PARTS } from './parts.ts'

const PAGE_ROWS = 500

/** Yields the document, piece by piece. */
export async function* ownData(db: Kysely<DB>, member: string): AsyncGenerator<string> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  yield `{"about":${JSON.stringify(ABOUT)},"written_at":${JSON.stringify(rows[0]!.now)}`
  for (const part of PARTS) {
    yield `,\n${JSON.stringify(part.name)}:[`
    let isFirst = true
    for await (const page of pagesOf(db, member, part)) {
      yield `${isFirst ? '' : ','}\n${page.join(',\n')}`
      isFirst = false
    }
    yield ']'
  }
  yield '}\n'
}

const ABOUT =
  'Everything that is kept about you here. Times are in UTC. Of others it holds no more than it takes to read it.'

interface Row {
  place: RowKey
  item: string
}

async function* pagesOf(db: Kysely<DB>, member: string, { partitions, page }: OwnDataPart): AsyncGenerator<string[]> {
  for (const partition of partitions ? await partitions(db, member) : [null])
    for (let after: RowKey | null = null, isMore = true; isMore; ) {
      const rows: Row[] = (
        await sql<Row>`select q.place, q.item::text as item from (${page({ member, after, partition })}
          limit ${sql.lit(PAGE_ROWS)}) q`.execute(db)
      ).rows
      if (rows.length > 0) yield rows.map(({ item }) => item)
      after = rows.at(-1)?.place ?? null
      isMore = rows.length === PAGE_ROWS
    }
}
