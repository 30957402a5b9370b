/** The database: its version, its schema, and what is slow in it. */
import { open } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import { hasFunctions, migrationNames, SLOW_STATEMENT_MS } from '../postgres/postgres.ts'
import { durationWords, type Finding, good, look, wrong } from './finding.ts'

const OLDEST_VERSION = 15

export async function checkVersion(db: Kysely<DB>): Promise<Finding[]> {
  const { rows } = await sql<{ version: string; number: number; encoding: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding`.execute(db)
  const { version, number, encoding } = rows[0]!
  const findings = [good(`The database answers (PostgreSQL ${version}).`)]
  if (number < OLDEST_VERSION * 10_000) findings.push(wrong(`PostgreSQL ${OLDEST_VERSION} or newer is needed.`))
  if (encoding !== 'UTF8') findings.push(wrong(`The database has the encoding ${encoding}; it must be UTF8.`))
  return findings
}

export async function checkSchema(db: Kysely<DB>): Promise<Finding> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const known = (await migrationNames()).map((name) => name.replace(/\.sql$/, ''))
  const missing = known.filter((name) => !applied.has(name))
  const newer = [...applied].filter((name) => !known.includes(name))
  if (missing.length > 0)
    return wrong(
      `Migrations of this version that the database lacks: ${missing.length}. Run npm run migrate, or start the program.`,
    )
  if (newer.length > 0)
    return look(`Migrations of a newer version in the database: ${newer.length}. This version may be an old copy.`)
  if (!(await hasFunctions(db)))
    return wrong('The database has the functions of another version. Run npm run migrate -- --functions.')
  return good('The database has every migration and the functions of this version.')
}

/** In seconds. The program's own statements end after three. */
const SLOW_SECONDS = 30
/** Dead rows of a table that autovacuum has left. */
const DEAD_ROWS = 100_000

export async function checkRunning(db: Kysely<DB>): Promise<Finding[]> {
  const { rows } = await sql<{ slow: number; longest: number }>`
    select count(*)::int as slow, coalesce(max(extract(epoch from now() - a.xact_start)), 0)::float8 as longest
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
      and a.xact_start < now() - make_interval(secs => ${sql.lit(SLOW_SECONDS)})`.execute(db)
  const { slow, longest } = rows[0]!
  const { rows: dead } = await sql<{ name: string; rows: number }>`
    select s.relname as name, s.n_dead_tup::int as rows from pg_stat_user_tables s
    where s.n_dead_tup > ${sql.lit(DEAD_ROWS)} and s.n_dead_tup > s.n_live_tup order by s.n_dead_tup desc limit 3`.execute(
    db,
  )
  return [
    slow > 0
      ? look(
          `Transactions that run for more than half a minute: ${slow}, the longest for ${durationWords(longest)}. They keep autovacuum from cleaning up.`,
        )
      : good('No transaction runs for longer than half a minute.'),
    dead.length > 0
      ? look(
          `Autovacuum does not keep up with ${dead.map(({ name }) => name).join(', ')}: more rows are dead than alive.`,
        )
      : good('Autovacuum keeps up.'),
  ]
}

/** Over the last day from the log of the embedded server, otherwise from pg_stat_statements, if it is installed. */
export async function checkSlow(
  db: Kysely<DB>,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<Finding> {
  const { count, longest } = databaseUrl ? await slowOfServer(db) : slowInLog(await readLog(dataDir), Date.now())
  if (count === null) return look('Slow statements are not known: the extension pg_stat_statements is not installed.')
  if (count === 0) return good('No statement is slow.')
  return look(
    `Statements that took longer than a second: ${count}, the longest ${(longest / 1000).toFixed(1)} s. Is the disk slow, or busy with something else?`,
  )
}

async function slowOfServer(db: Kysely<DB>): Promise<{ count: number | null; longest: number }> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from pg_extension where extname = 'pg_stat_statements') as is_there`.execute(db)
  if (!rows[0]!.is_there) return { count: null, longest: 0 }
  const { rows: found } = await sql<{ count: number; longest: number }>`
    select count(*)::int as count, coalesce(max(mean_exec_time), 0)::float8 as longest from pg_stat_statements
    where userid = (select oid from pg_roles where rolname = current_user) and calls > 10 and mean_exec_time > ${SLOW_STATEMENT_MS}`.execute(
    db,
  )
  return found[0]!
}

/** The end of the log: a busy day of slow statements is no longer. */
const LOG_BYTES = 1024 * 1024

async function readLog(dataDir: string): Promise<string> {
  const file = await open(`${dataDir}/postgres.log`, 'r').catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, LOG_BYTES))
    await file.read(bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString()
  } finally {
    await file.close()
  }
}

const DAY_MS = 86_400_000

/** Lines such as "2026-11-26 10:00:00.000 UTC [7] LOG:  duration: 1234.567 ms  execute …". */
export function slowInLog(log: string, now: number): { count: number; longest: number } {
  const found = [
    ...log.matchAll(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?) UTC .*LOG: {2}duration: (\d+(?:\.\d+)?) ms/gm),
  ]
    .filter(([, time]) => now - Date.parse(`${time!.replace(' ', 'T')}Z`) < DAY_MS)
    .map(([, , ms]) => Number(ms))
  return { count: found.length, longest: Math.max(0, ...found) }
}
