/** Copies the rows of all tables from one database into another one that has the same tables, and recounts them there. */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartRefused } from './start-refused.ts'

/** Ours, and that of the job queue. */
const SCHEMAS = `array['public', 'graphile_worker']::name[]`
/**
 * What holds for one database only. The first four say what was done to its schema, and are written by the programs that change
 * it. The others are positions in its log (decision 058); without rows nothing is known, which is true of a copy.
 */
const OF_ONE_DATABASE = `array['public.kysely_migration', 'public.kysely_migration_lock', 'public.function_sets', 'graphile_worker.migrations',
  'public.write_marks', 'public.replica_epoch']`

export interface Table {
  /** with its schema, quoted */
  name: string
  /** quoted; without those that are computed from others */
  columns: string[]
}

/** Values are written alike on both sides, whatever the settings of the servers are. */
export const SAME_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${SCHEMAS}) and c.relkind in ('r', 'p') and not c.relispartition
      and not (n.nspname || '.' || c.relname) = any (${OF_ONE_DATABASE})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`)
  return rows
}

/**
 * Throws if the source has a table or a column that the target lacks. The target may have more in the schema of the job queue:
 * its library adds columns with defaults.
 */
export function mustFit(source: Table[], target: Table[]): void {
  for (const { name, columns } of source) {
    const there = target.find((table) => table.name === name)
    const missing = there ? columns.find((column) => !there.columns.includes(column)) : null
    if (missing === undefined) continue
    throw new StartRefused(
      `The source has the ${missing === null ? `table ${name}` : `column ${missing} of ${name}`}, which this version of the program does not make. ` +
        'If you have added it, move it to another database first.',
    )
  }
}

/** Copies one table. Returns its number of rows. The target must have been emptied in the present transaction. */
export async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: Table): Promise<void> {
  const list = `${name} (${columns.join(', ')})`
  await pipeline(
    source.query(copyTo(`copy ${list} to stdout`)),
    target.query(copyFrom(`copy ${list} from stdin with (freeze true)`)),
  )
}

export interface Sum {
  rows: number
  /** of a hash of each row, in any order */
  sum: string
}

export async function sumOf(client: pg.ClientBase, { name, columns }: Table): Promise<Sum> {
  const { rows } = await client.query<Sum>(`
    select count(*)::int8 as rows,
      coalesce(sum(('x' || substr(md5(row(${columns.map((column) => `t.${column}`).join(', ')})::text), 1, 15))::bit(60)::int8), 0)::text as sum
    from ${name} t`)
  return { rows: Number(rows[0]!.rows), sum: rows[0]!.sum }
}

/** Gives the sequences of the target the state of those of the source. */
export async function copySequences(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname = any (${SCHEMAS}) and last_value is not null`)
  for (const { name, last } of rows) {
    // the sequence of a table that is not copied
    const { rows: found } = await target.query<{ oid: string | null }>('select to_regclass($1)::text as oid', [name])
    if (!found[0]?.oid) throw new StartRefused(`The source has the sequence ${name}, which the target does not have.`)
    await target.query('select setval($1::regclass, $2)', [name, last])
  }
}

/** What slows a copy down or depends on its order: the statements that take it away, and those that bring it back. */
export interface Obstacles {
  remove: string[]
  restore: string[]
}

/** Foreign keys, triggers, and the indexes that no constraint needs. The owner of the tables may do this without more rights. */
export async function obstaclesOf(client: pg.ClientBase): Promise<Obstacles> {
  const ofUs = `n.nspname = any (${SCHEMAS})`
  const { rows: keys } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as add
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and ${ofUs} order by k.oid`)
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(`
    select format('drop index %I.%I', n.nspname, c.relname) as drop, pg_get_indexdef(i.indexrelid) as add
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ofUs} and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by i.indexrelid`)
  const { rows: triggers } = await client.query<{ off: string; on: string }>(`
    select format('alter table %I.%I disable trigger %I', n.nspname, c.relname, t.tgname) as off,
      format('alter table %I.%I enable trigger %I', n.nspname, c.relname, t.tgname) as on
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ofUs} and not t.tgisinternal and t.tgenabled = 'O' order by t.oid`)
  return {
    remove: [...keys.map(({ drop }) => drop), ...indexes.map(({ drop }) => drop), ...triggers.map(({ off }) => off)],
    restore: [...indexes.map(({ add }) => add), ...keys.map(({ add }) => add), ...triggers.map(({ on }) => on)],
  }
}
