/** The database: its version, its schema, and what is slow in it. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { hasFunctions, migrationNames } from '../postgres/postgres.ts'
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
