/**
 * A community as the last released version left it: its tables, its database functions, and some rows in every table that bulk
 * data fills. `test/fixtures/released/VERSION.json.gz` holds it. A release writes it: `RELEASED=write npm test -- rooms test/upgrade`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { RELEASED } from '#db/released.ts'
import type { DB } from '#db/types.ts'
import { prepareJobs } from '#server/kernel/jobs/jobs.ts'
import { obstaclesOf, tablesOf } from '#server/kernel/postgres/copy-tables.ts'
import { migrate } from '#server/kernel/postgres/database.ts'
import { applyFunctions, parseFunctions } from '#server/kernel/postgres/functions.ts'
import { root } from './bounded.ts'
import { testPool } from './template.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const last = RELEASED.at(-1)!
const file = join(root, `test/fixtures/released/${last.version}.json.gz`)

interface Released {
  /** the files of db/functions */
  functions: Record<string, string>
  tables: { name: string; columns: string[]; rows: string }[]
  sequences: { name: string; last: string }[]
}

/** Makes the last released version in an empty database. */
export async function makeReleased(url: string): Promise<void> {
  const { functions, tables, sequences } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Released
  await migrate(url, quiet, { until: last.migration })
  const pool = testPool({ connectionString: url, max: 2 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    await applyFunctions(db, parseFunctions(functions), quiet)
    await prepareJobs(pool, quiet)
  } finally {
    await db.destroy()
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    const { remove, restore } = await obstaclesOf(client)
    for (const statement of remove) await client.query(statement)
    await client.query(`truncate ${(await tablesOf(client)).map(({ name }) => name).join(', ')}`)
    for (const { name, columns, rows } of tables)
      await pipeline(Readable.from(rows), client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)))
    for (const { name, last: value } of sequences) await client.query('select setval($1::regclass, $2)', [name, value])
    for (const statement of restore) await client.query(statement)
    await client.query('commit; analyze')
  } finally {
    await client.end()
  }
}

/** Writes the file from a database that has exactly the state of the released version. */
export async function writeReleased(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables: Released['tables'] = []
    for (const { name, columns } of await tablesOf(client)) {
      const rows = await text(client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)))
      if (rows !== '') tables.push({ name, columns, rows })
    }
    const paths = globSync('db/functions/*.sql', { cwd: root }).sort()
    const functions = Object.fromEntries(paths.map((path) => [basename(path), readFileSync(join(root, path), 'utf8')]))
    const { rows: sequences } = await client.query<{ name: string; last: string }>(SEQUENCES)
    const released: Released = { functions, tables, sequences }
    writeFileSync(file, gzipSync(JSON.stringify(released), { level: 9 }))
  } finally {
    await client.end()
  }
}

const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
  where schemaname in ('public', 'graphile_worker') and last_value is not null and sequencename not like 'function_sets%'`
