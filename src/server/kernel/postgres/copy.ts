/**
 * Copies a whole community from one database into another one, also of another major version of PostgreSQL. Our own migrations
 * make the tables, up to the state of the source. The rows are copied, recounted and compared in one transaction, so that an
 * interrupted copy leaves no rows (docs/decisions/059-upgrades.md).
 */
import pg from 'pg'
import type { Log } from '../log.ts'
import {
  copySequences,
  copyTable,
  mustFit,
  obstaclesOf,
  SAME_TEXT,
  type Sum,
  sumOf,
  type Table,
  tablesOf,
} from './copy-tables.ts'
import { migrate } from './database.ts'
import { missingOf, namesIn, readMigrations, UNFINISHED_COPY } from './migrations.ts'
import { StartRefused } from './start-refused.ts'

export interface CopyOptions {
  /** URLs */
  from: string
  to: string
  log: Log
  /** Called with a sentence for each table. */
  say(line: string): void
  /** Makes the tables of the job queue in the database with this URL. */
  prepareJobs(url: string): Promise<void>
  /** Stores again what another major version of PostgreSQL would have stored otherwise, in the database with this URL. */
  storeAgain(url: string): Promise<void>
  /** Copies what belongs to the community beside the database. Until it has ended, the copy counts as unfinished. */
  copyBeside(): void
}

export interface Copied {
  tables: number
  rows: number
}

const NAME = 'fatherkin copy'

export async function copyDatabase({
  from,
  to,
  log,
  say,
  prepareJobs,
  storeAgain,
  copyBeside,
}: CopyOptions): Promise<Copied> {
  const [source, target] = [await open(from), await open(to)]
  try {
    await source.query(`begin transaction isolation level repeatable read read only; ${SAME_TEXT}`)
    const until = await stateOf(source)
    const writes = await mustBeUnused(source)
    await mustBeEmpty(target)
    await target.query(`create schema if not exists ${UNFINISHED_COPY}`)
    await migrate(to, log, { until, isCopy: true })
    await mustBeAlike(source, target)
    await prepareJobs(to)
    await target.query(
      `begin; ${SAME_TEXT}; set local synchronous_commit = off; set local maintenance_work_mem = '256MB'`,
    )
    const copied = await copyRows(source, target, say)
    await source.query('commit')
    if ((await mustBeUnused(source)) !== writes)
      throw new StartRefused('Something was written to the source meanwhile. Stop what writes there, and start again.')
    await target.query('commit')
    await target.query('analyze')
    await migrate(to, log, { isCopy: true })
    if ((await majorOf(source)) !== (await majorOf(target))) {
      say('Storing the words of the search again, for the new version of PostgreSQL')
      await storeAgain(to)
    }
    copyBeside()
    await target.query(`drop schema ${UNFINISHED_COPY}`)
    return copied
  } finally {
    await Promise.allSettled([source.end(), target.end()])
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: NAME })
  client.on('error', () => {}) // the statement that runs fails with it
  await client.connect()
  return client
}

/** Returns the newest migration of the source. */
async function stateOf(source: pg.Client): Promise<string> {
  const present = await namesIn(source)
  missingOf(await readMigrations(), present)
  const last = [...present].sort().at(-1)
  if (last === undefined) throw new StartRefused('The source holds no community.')
  if (await isUnfinished(source)) throw new StartRefused('The source is itself a copy that was not finished.')
  return last
}

/** Throws if a program is connected to the source. Returns how many rows were written there so far. */
async function mustBeUnused(source: pg.Client): Promise<string> {
  const { rows } = await source.query<{ programs: number; writes: string }>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database()
         and application_name like 'fatherkin%' and application_name <> $1) as programs,
       (select sum(n_tup_ins + n_tup_upd + n_tup_del)::text from pg_stat_user_tables) as writes`,
    [NAME],
  )
  if (rows[0]!.programs > 0)
    throw new StartRefused('A program uses the source. Stop it first: what it writes during the copy would be lost.')
  return rows[0]!.writes
}

async function majorOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return rows[0]!.version
}

/** Throws if an earlier copy into the target began with an older source. */
async function mustBeAlike(source: pg.Client, target: pg.Client): Promise<void> {
  const [ours, there] = [await namesIn(source), await namesIn(target)]
  if (ours.size !== there.size)
    throw new StartRefused('The target has other migrations than the source. Name a new database or folder.')
}

const isUnfinished = async (client: pg.Client) => {
  const { rows } = await client.query<{ found: boolean }>('select to_regnamespace($1) is not null as found', [
    UNFINISHED_COPY,
  ])
  return rows[0]!.found
}

async function mustBeEmpty(target: pg.Client): Promise<void> {
  if (await isUnfinished(target)) return
  const { rows } = await target.query<{ tables: number }>(
    `select count(*)::int as tables from pg_class where relkind in ('r', 'p')
       and relnamespace in (to_regnamespace('public'), to_regnamespace('graphile_worker'))`,
  )
  if (rows[0]!.tables > 0)
    throw new StartRefused(`The target is not empty: it has ${rows[0]!.tables} tables. Name a new database or folder.`)
}

async function copyRows(source: pg.Client, target: pg.Client, say: (line: string) => void): Promise<Copied> {
  const tables = await tablesOf(source)
  const there = await tablesOf(target)
  mustFit(tables, there)
  const { remove, restore } = await obstaclesOf(target)
  for (const statement of remove) await target.query(statement)
  // the migrations have written some rows
  await target.query(`truncate ${there.map(({ name }) => name).join(', ')}`)
  let rows = 0
  for (const table of tables) {
    const sum = await copyOne(source, target, table)
    rows += sum.rows
    if (sum.rows > 0) say(`${table.name}: ${sum.rows.toLocaleString('en')} rows`)
  }
  await copySequences(source, target)
  say('Building the indexes and checking the references')
  for (const statement of restore) await target.query(statement)
  return { tables: tables.length, rows }
}

async function copyOne(source: pg.Client, target: pg.Client, table: Table): Promise<Sum> {
  await copyTable(source, target, table)
  const [before, after] = [await sumOf(source, table), await sumOf(target, table)]
  if (before.rows === after.rows && before.sum === after.sum) return after
  throw new StartRefused(
    `The table ${table.name} differs after the copy: ${before.rows} rows in the source, ${after.rows} in the target.`,
  )
}
