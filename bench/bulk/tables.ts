/**
 * Drops indexes, constraints and triggers while a table is filled, and creates them again from their definitions in the
 * database.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { chunks, type Table } from './rows.ts'

/** The dropped objects, as statements that create them again, in this order. */
type Aside = string[]

interface Definition {
  relation: string
  name: string
  definition: string
  kind: string
}

/** Foreign keys first, including those that refer to this table, then keys, then the other indexes. */
export async function dropIndexes(client: pg.Client, tables: string[]): Promise<Aside> {
  const { rows: constraints } = await client.query<Definition>(
    `select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
       contype as kind
     from pg_constraint where contype in ('f', 'p', 'u')
       and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by contype = 'f' desc, conrelid, conname`,
    [tables],
  )
  for (const { relation, name } of constraints) await client.query(`alter table ${relation} drop constraint ${name}`)
  const { rows: indexes } = await client.query<Omit<Definition, 'relation' | 'kind'>>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[]) order by 1`,
    [tables],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  const add = ({ relation, name, definition }: Definition) =>
    `alter table ${relation} add constraint ${name} ${definition}`
  return [
    ...constraints.filter(({ kind }) => kind !== 'f').map(add),
    ...indexes.map(({ definition }) => definition),
    ...constraints.filter(({ kind }) => kind === 'f').map(add),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ]
}

export async function restoreIndexes(client: pg.Client, aside: Aside): Promise<void> {
  for (const statement of aside) await client.query(statement)
}

/** Frozen if the table was empty: then no reader and no vacuum has to visit the rows again. */
export async function fill(client: pg.Client, { name, columns, lines }: Table): Promise<number> {
  const { rows } = await client.query<{ empty: boolean }>(`select not exists (select from ${name}) as empty`)
  const isEmpty = rows[0]!.empty
  if (isEmpty) await client.query(`truncate ${name}`)
  const copy = client.query(copyFrom(`copy ${name} (${columns}) from stdin ${isEmpty ? 'with (freeze)' : ''}`))
  await pipeline(Readable.from(chunks(lines)), copy)
  return copy.rowCount
}
