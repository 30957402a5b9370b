/** The database as rooms see it: one pool, one driver, one dialect. */
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../log.ts'
import { applyFunctions, readFunctions } from './functions.ts'
import { applyMigrations, UNFINISHED_COPY } from './migrations.ts'
import { makePipelinedReads, type Reading } from './pipelined-reads.ts'
import { makeNames, type NameOf, PreparingClient, readings } from './prepared.ts'
import { StartRefused } from './start-refused.ts'
import { type Watch, watchedPool } from './watched.ts'

// bigint values fit a number here; Date has milliseconds, as the columns do
pg.types.setTypeParser(20, Number)

export interface Database {
  /** for connections beside the pool: the database itself, never a pooler in transaction mode */
  url: string
  pool: pg.Pool
  db: Kysely<DB>
  reading: Reading
  /** for the traces: what is told of each statement */
  watch: Watch
  close(): Promise<void>
}

/**
 * In ms. A request that waits for a connection, and then for a lock or a stuck query, gets "try again" within five
 * seconds.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 2000,
  lock_timeout: 2000,
  statement_timeout: 2800,
  // a server that does not respond at all is not waited for
  query_timeout: 2900,
}

type OnConnect = (client: pg.ClientBase) => Promise<void>

interface OpenOptions extends Partial<typeof TIMEOUTS> {
  /** called for each new connection before it is used; if it throws, the connection is not used */
  onConnect?: OnConnect
  /**
   * the database itself, if `url` is a pooler in transaction mode. The pooler then sets the limits: a setting of a session
   * would stay on a connection that belongs to others a moment later.
   */
  directUrl?: string | undefined
  /** what the connections are called in the database; the default is the program that serves members */
  name?: string
  /** false: no statement is prepared, for a pooler that does not know prepared statements */
  prepares?: boolean
}

export function openDatabase(
  url: string,
  size: number,
  log: Log,
  { onConnect, directUrl, prepares = true, name = 'fatherkin', ...patience }: OpenOptions = {},
): Database {
  const nameOf: NameOf = prepares ? makeNames() : () => undefined
  const watch: Watch = { begin: null }
  const { lock_timeout, statement_timeout, ...driver } = { ...TIMEOUTS, ...patience }
  const options = {
    Client: PreparingClient,
    nameOf,
    watch,
    connectionString: url,
    max: size,
    ...driver,
    application_name: name,
  }
  const limit = limitedTo({ lock_timeout, statement_timeout, idle_in_transaction_session_timeout: 10_000 })
  const prepare: OnConnect = async (client) => {
    if (!directUrl) await limit(client)
    await onConnect?.(client)
  }
  const pool = openPool({ ...options, onConnect: prepare }, log, watch)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const reading = makePipelinedReads(options, prepare)
  readings.set(db, { ...reading, nameOf })
  const beside = directUrl ?? url
  return {
    url: beside,
    pool,
    db,
    reading,
    watch,
    close: () => Promise.all([db.destroy(), reading.close()]).then(() => {}),
  }
}

/**
 * Sets limits of the server, in ms, for a new connection. The driver would send them when it connects, but PgBouncer
 * refuses or ignores them there.
 */
function limitedTo(limits: Record<string, number>): OnConnect {
  const statements = Object.entries(limits).map(([name, ms]) => `set ${name} = ${ms}`)
  return async (client) => void (await client.query(statements.join('; ')))
}

/** A lost server fails the query that ran on it. Without these two listeners it would also end the process. */
function openPool(options: pg.PoolConfig, log: Log, watch: Watch = { begin: null }): pg.Pool {
  const pool = watchedPool(options, watch)
  pool.on('error', (error) => {
    // while a pool is being closed, a connection may hear that the server stops before the connection has ended
    if (!pool.ending) log.warn(errorFacts(error), 'a database connection was lost')
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * In ms. While a migration waits for a table, every query that reaches the table after it waits, too. This must be well below
 * the `lock_timeout` of requests.
 */
const LOCK_TIMEOUT_MS = 500
/** Pauses between attempts are longer than the attempts, so that requests have most of the time. */
const PAUSE_FACTOR = 4

interface MigrateOptions {
  /** ms to wait for a lock before the next attempt */
  patience?: number
  /** applies the functions of this program also if a newer one has replaced them */
  forceFunctions?: boolean
  /** the last migration to apply; then no functions are applied */
  until?: string
  /** for the program that copies a community into this database */
  isCopy?: boolean
}

/**
 * Applies the missing migrations, in order; an advisory lock makes this safe with many processes. If a lock on a table is not
 * granted, the migration is retried until it is: a long transaction may use the table. Then the functions of `db/functions`
 * are applied if they are new. Returns the names of the migrations, and "functions".
 */
export async function migrate(url: string, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const { patience = LOCK_TIMEOUT_MS } = options
  const applied: string[] = []
  for (;;) {
    try {
      await migrateOnce(url, log, { ...options, patience }, applied)
      return applied
    } catch (error) {
      if (!isLocked(error)) throw error
      log.warn(errorFacts(error), 'the database is in use and could not be brought up to date; this is tried again')
      await pause(patience * PAUSE_FACTOR)
    }
  }
}

/** A lock was not granted in time, or a deadlock with a transaction that writes. */
const LOCK_ERROR_CODES = ['55P03', '40P01']

function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return LOCK_ERROR_CODES.includes((error as { code?: string }).code ?? '') || isLocked(error.cause)
}

async function migrateOnce(
  url: string,
  log: Log,
  { patience, forceFunctions, until, isCopy }: MigrateOptions & { patience: number },
  applied: string[],
): Promise<void> {
  const onConnect = limitedTo({ lock_timeout: patience })
  const options = { connectionString: url, max: 2, onConnect, application_name: 'fatherkin migrate' }
  const pool = openPool(options, log)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    await mustBeFit(db)
    if (!isCopy) await mustBeComplete(db)
    await applyMigrations(pool, log, applied, until)
    if (until !== undefined) return
    if (await applyFunctions(db, await readFunctions(), log, forceFunctions)) applied.push('functions')
    // before any write: the database may have been restored into a new cluster (db/functions/kernel-stream.sql)
    await sql`select rebase_stream()`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** Throws if a copy into the database was interrupted, or is running: it would look like an empty community. */
async function mustBeComplete(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{
    found: boolean
  }>`select to_regnamespace(${UNFINISHED_COPY}) is not null as found`.execute(db)
  if (rows[0]!.found)
    throw new StartRefused(
      'A community is being copied into this database, or the copy was interrupted. Run npm run copy-database to its end, or use another database.',
    )
}

async function mustBeFit(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string; superuser: boolean }>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`.execute(db)
  const { version, encoding, superuser } = rows[0]!
  if (version < 150_000) {
    throw new Error(`PostgreSQL 15 or newer is needed; this server is version ${Math.floor(version / 10_000)}.`)
  }
  if (encoding !== 'UTF8') throw new Error(`The database must be in UTF8; this one is in ${encoding}.`)
  if (superuser) {
    throw new Error(
      'DATABASE_URL connects as a superuser, who could do anything to the server. Make a role that only owns its database: ' +
        'create role fatherkin login password …; create database fatherkin owner fatherkin;',
    )
  }
}

/** Thrown in place of an error of the database that another library has swallowed. */
export class Outage extends Error {}

/** Returns true if the database is unavailable or does not respond: the request itself was valid. */
export function isOutage(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string }
    if (at instanceof Outage) return true
    if (code && OUTAGE_CODES.test(code)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable|after calling end on the pool|driver has already been destroyed/i.test(
        at.message,
      )
    )
      return true
    if (at instanceof AggregateError && at.errors.some(isOutage)) return true
  }
  return false
}
// connection lost or refused; server starting or stopping; too many connections; statement or lock timed out; a server
// that has become a standby; a pipelined read whose PREPARE, sent before it, has failed
const OUTAGE_CODES =
  /^(08...|57P0.|57014|55P03|53...|25006|25P03|26000|42P05|ECONN.*|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
