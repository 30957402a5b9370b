/**
 * A part of a member's copy of his own data: the tables it is read from, and one page of it. Each room describes the parts
 * of its own tables; the room `own-data` puts them together. A part is read by its key, so that the index of the key is
 * the only thing that a page reads.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** The key of the last row of a page, as text. */
export type RowKey = string[]

interface PartPage {
  member: string
  /** null: the first page */
  after: RowKey | null
  /** null: rows without a partition */
  partition: string | null
}

export interface OwnDataPart {
  /** its name in the copy */
  name: string
  /** test/own-data.test.ts requires that each table of a member is in one of these lists, or is named as left out */
  tables: (keyof DB)[]
  /** Selects `place` (the key, text[]) and `item` (jsonb) of the rows after the key, in order, without a limit. */
  page(asked: PartPage): RawBuilder<unknown>
  /** the partitions of the list, if its index has any; they are read one after the other */
  partitions?(db: Kysely<DB>, member: string): Promise<(string | null)[]>
}

type Page = OwnDataPart['page']

/** A part of at most a few rows: one page. */
export const onePage =
  (query: (member: string) => RawBuilder<unknown>): Page =>
  ({ member, after }) =>
    sql`select array['']::text[] as place, to_jsonb(x) as item from (${query(member)}) x where ${after === null}`

/** Pages in the order of one uuid column, which the query selects as `place_`; `further` is the end of its `where`. */
export const byId =
  (id: string, query: (member: string, further: RawBuilder<unknown>) => RawBuilder<unknown>): Page =>
  ({ member, after }) => {
    const key = sql.ref(id)
    const further = after ? sql`and ${key} > ${after[0]}::uuid` : sql``
    return sql`select array[x.place_::text] as place, to_jsonb(x) - 'place_' as item
      from (${query(member, sql`${further} order by ${key}`)}) x`
  }
