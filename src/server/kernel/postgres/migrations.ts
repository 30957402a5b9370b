/**
 * Runs the files of `db/migrations`, each in a transaction of its own, so that the locks of one end before the next begins. A
 * file whose first line is `-- no transaction` holds statements that work beside readers and writers, such as
 * `create index concurrently`; it can be interrupted anywhere and run again (docs/decisions/059-upgrades.md).
 *
 * The names of applied files are in the table `kysely_migration`, which versions up to 0.1.0 read, too.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { StartRefused } from './start-refused.ts'

const FOLDER = new URL('../../../../db/migrations/', import.meta.url)
/** The advisory lock of all that changes the schema: one process at a time. Versions up to 0.1.0 use the same. */
export const SCHEMA_LOCK = '3853314791062309107'
const LOCK_POLL_MS = 200
/** A schema with this name marks a database into which a community is being copied (copy.ts). */
export const UNFINISHED_COPY = 'unfinished_copy'

interface Migration {
  name: string
  text: string
  /** the statements of a file that runs without a transaction; null for any other */
  steps: Step[] | null
}

/** One statement that can be repeated. `index` is the index that it makes or drops. */
interface Step {
  kind: 'create' | 'drop' | 'validate'
  index: string
  text: string
}

export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

export async function readMigrations(): Promise<Migration[]> {
  const names = await migrationNames()
  return await Promise.all(
    names.map(async (file) =>
      parseMigration(file.replace(/\.sql$/, ''), await readFile(new URL(file, FOLDER), 'utf8')),
    ),
  )
}

export function parseMigration(name: string, text: string): Migration {
  if (!/^-- no transaction\b/.test(text)) return { name, text, steps: null }
  const statements = text
    .replace(/--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return { name, text, steps: statements.map((statement) => parseStep(name, statement)) }
}

const STEPS = {
  create: /^create\s+(?:unique\s+)?index\s+concurrently\s+(?<index>\w+)\s+on\s/i,
  drop: /^drop\s+index\s+concurrently\s+(?<index>\w+)$/i,
  validate: /^alter\s+table\s+"?\w+"?\s+validate\s+constraint\s+\w+$/i,
} as const

function parseStep(name: string, text: string): Step {
  for (const kind of ['create', 'drop', 'validate'] as const) {
    const match = STEPS[kind].exec(text)
    if (match) return { kind, text, index: match.groups?.index ?? '' }
  }
  throw new Error(
    `Migration ${name} runs without a transaction, so it may only hold "create index concurrently NAME on …", ` +
      `"drop index concurrently NAME" and "alter table … validate constraint …". It holds: ${text.slice(0, 80)}`,
  )
}

/**
 * Applies the missing migrations in order, up to `until` (a name without `.sql`) if it is given. Adds the name of each to
 * `applied` as soon as it is committed. The `lock_timeout` of the pool says how long a table is waited for.
 */
export async function applyMigrations(
  pool: pg.Pool,
  log: Log,
  applied: string[],
  until?: string,
  known?: Migration[],
): Promise<void> {
  known ??= await readMigrations()
  try {
    const missing = (present: Set<string>) => missingOf(known, present, until)
    if (missing(await namesIn(pool)).length > 0) await applyMissing(pool, log, applied, missing)
  } catch (error) {
    if (error instanceof StartRefused || error instanceof MigrationFailed) throw error
    throw new Error('Bringing the database up to date failed', { cause: error })
  }
}

class MigrationFailed extends Error {}

async function applyMissing(
  pool: pg.Pool,
  log: Log,
  applied: string[],
  missing: (present: Set<string>) => Migration[],
): Promise<void> {
  // The lock is held by a transaction of a second connection, which is idle and has no snapshot: "concurrently" does not
  // wait for it. A lock of the session would be lost behind a transaction pooler.
  const holder = await pool.connect()
  try {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
    await takeLock(holder, log)
    await pool.query(
      'create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
    )
    for (const migration of missing(await namesIn(pool))) {
      const since = performance.now()
      await applyOne(pool, migration)
      applied.push(migration.name)
      log.debug({ migration: migration.name, ms: Math.round(performance.now() - since) }, 'a migration was applied')
    }
    await holder.query('commit')
    holder.release()
  } catch (error) {
    holder.release(true)
    throw error
  }
}

/** Throws if the database is ahead of this program, or belongs to another line of development. */
export function missingOf(known: Migration[], present: Set<string>, until?: string): Migration[] {
  const names = known.map(({ name }) => name)
  const newer = [...present].filter((name) => !names.includes(name)).sort()
  if (newer.length > 0)
    throw new StartRefused(
      `The database is newer than this version of the program: it has migrations that this version does not know (${newer.at(-1)}). ` +
        'Start the version that it belongs to. To go back to an older version, restore a backup that was made with it.',
    )
  const missing = known.filter(({ name }) => !present.has(name) && (until === undefined || name <= until))
  const gap = missing[0]
  const last = [...present].sort().at(-1)
  if (gap && last !== undefined && last > gap.name)
    throw new StartRefused(`The database has migration ${last}, but not ${gap.name}, which comes before it.`)
  return missing
}

/** The names of the applied migrations. */
export async function namesIn(database: Pick<pg.Client, 'query'>): Promise<Set<string>> {
  const { rows: exists } = await database.query<{ table: string | null }>(
    `select to_regclass('kysely_migration')::text as table`,
  )
  if (!exists[0]?.table) return new Set()
  const { rows } = await database.query<{ name: string }>('select name from kysely_migration')
  return new Set(rows.map(({ name }) => name))
}

/** Asks again and again instead of waiting in the database: a waiting statement has a snapshot, which holds up "concurrently". */
async function takeLock(holder: pg.PoolClient, log: Log): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const { rows } = await holder.query<{ held: boolean }>(
      `select pg_try_advisory_xact_lock(${SCHEMA_LOCK}::bigint) as held`,
    )
    if (rows[0]?.held) return
    if (!isTold) log.info({}, 'another process is bringing the database up to date; this one waits for it')
    await pause(LOCK_POLL_MS)
  }
}

async function applyOne(pool: pg.Pool, { name, text, steps }: Migration): Promise<void> {
  const client = await pool.connect()
  let failure: unknown
  try {
    if (steps) for (const step of steps) await runStep(client, step)
    await client.query('begin')
    await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      name,
      new Date().toISOString(),
    ])
    if (!steps) await client.query(text)
    await client.query('commit')
  } catch (error) {
    failure = error
    throw new MigrationFailed(`Migration ${name} failed`, { cause: error })
  } finally {
    // a connection with a failed transaction is closed, which rolls it back
    client.release(failure !== undefined)
  }
}

/** Runs one statement outside of a transaction, unless an earlier attempt has finished it. */
async function runStep(client: pg.PoolClient, { kind, index, text }: Step): Promise<void> {
  const { rows: before } = await client.query<{ lock_timeout: string }>('show lock_timeout')
  // these wait for old transactions while nobody waits for them, so they may wait for long
  await client.query('set lock_timeout = 0')
  try {
    if (kind === 'validate') return void (await client.query(text))
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [index],
    )
    const state = rows[0]
    if (kind === 'drop') return void (state && (await client.query(text)))
    if (state?.valid) return
    // an attempt was interrupted: its index is kept up to date, and answers nothing
    if (state) await client.query(`drop index concurrently ${index}`)
    await client.query(text)
  } finally {
    await client.query("select set_config('lock_timeout', $1, false)", [before[0]!.lock_timeout])
  }
}
