/** The database: its version, its schema, and what is slow in it. */
import { open } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import { hasFunctions, migrationNames, SLOW_STATEMENT_MS } from '../postgres/postgres.ts'
import { amount, durationWords, type Finding, good, listWords, look, wrong } from './finding.ts'

const OLDEST_VERSION = 15

export async function checkVersion(db: Kysely<DB>): Promise<Finding[]> {
  const { rows } = await sql<{ version: string; number: number; encoding: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding`.execute(db)
  const { version, number, encoding } = rows[0]!
  const findings = [good(`The database answers (PostgreSQL ${version}).`)]
  if (number < OLDEST_VERSION * 10_000)
    findings.push(
      wrong(
        `The database is too old for this program. Move to PostgreSQL ${OLDEST_VERSION} or newer (docs/releases.md).`,
      ),
    )
  if (encoding !== 'UTF8')
    findings.push(
      wrong(
        `The database has the encoding ${encoding}, in which not every word of a member can be stored. Make a database in UTF8, and copy this one into it (docs/releases.md).`,
      ),
    )
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
      `The database is older than this program: ${amount(missing.length, 'migration')} missing, so members see "We will be right back". Restart the program, or run npm run migrate.`,
    )
  if (newer.length > 0)
    return look(
      `The database was brought up to date by a newer program: ${amount(newer.length, 'migration')} more than this one knows. Members notice nothing while the newer program runs. Use its copy for commands, too.`,
    )
  if (!(await hasFunctions(db)))
    return wrong(
      'The functions in the database are those of another version: members see "We will be right back". Run npm run migrate -- --functions.',
    )
  return good('The database fits this version of the program.')
}

/** In seconds. The program's own statements end after three. */
const SLOW_SECONDS = 30
/** Dead rows of a table that autovacuum has left. */
const DEAD_ROWS = 100_000

/** In hours: on a young server, tables that a first start or an upgrade has filled are not cleaned up yet. */
const YOUNG_HOURS = 2

export async function checkRunning(db: Kysely<DB>, config: Place, youngHours = YOUNG_HOURS): Promise<Finding[]> {
  const { rows } = await sql<{ slow: number; longest: number }>`
    select count(*)::int as slow, coalesce(max(extract(epoch from now() - a.xact_start)), 0)::float8 as longest
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
      and a.xact_start < now() - make_interval(secs => ${sql.lit(SLOW_SECONDS)})`.execute(db)
  const { slow, longest } = rows[0]!
  return [
    slow > 0
      ? look(
          `${amount(slow, 'transaction')} in the database did not end within half a minute, the longest for ${durationWords(longest)}: mails and the search wait for such ones. It is a command, an import or a psql that was left open: docs/alerts.md, "FatherkinReaderBehind", says how to find and end it.`,
        )
      : good('Nothing holds up the database.'),
    ...(await checkDead(db, config, youngHours)),
  ]
}

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

async function checkDead(db: Kysely<DB>, config: Place, youngHours: number): Promise<Finding[]> {
  const { rows } = await sql<{ name: string; is_young: boolean }>`
    select quote_ident(s.relname) as name, greatest(pg_postmaster_start_time(),
        (select min(m.timestamp)::timestamptz from kysely_migration m)) > now() - make_interval(hours => ${youngHours}) as is_young
    from pg_stat_user_tables s
    where s.n_dead_tup > ${sql.lit(DEAD_ROWS)} and s.n_dead_tup > s.n_live_tup order by s.n_dead_tup desc limit 3`.execute(
    db,
  )
  if (rows[0]?.is_young) return []
  if (rows.length === 0) return [good('The database cleans up what was deleted.')]
  const names = rows.map(({ name }) => name)
  const tables = `the ${names.length === 1 ? 'table' : 'tables'} ${listWords(names)}`
  const address = config.databaseUrl ? '"$DATABASE_URL"' : `"$(cat ${config.dataDir}/database.url)"`
  return [
    look(
      `The database does not clean up ${tables} fast enough, so pages become slower: more than half of ${names.length === 1 ? 'its' : 'their'} rows are deleted ones. As the user of the program, run: psql ${address} -c 'vacuum analyze ${names.join(', ')};'`,
    ),
  ]
}

/** Over the last day from the log of the embedded server, otherwise from pg_stat_statements, if it is installed. */
export async function checkSlow(db: Kysely<DB>, { databaseUrl, dataDir }: Place): Promise<Finding> {
  const { count, longest } = databaseUrl ? await slowOfServer(db) : slowInLog(await readLog(dataDir), Date.now())
  if (count === null)
    return look(
      'It is not known whether members wait for the database: its extension pg_stat_statements is not installed. Install it if you want to know.',
    )
  if (count === 0) return good('Members do not wait for the database.')
  return look(
    `Members waited for the database: ${amount(count, 'statement')} took longer than a second, the longest ${(longest / 1000).toFixed(1)} s. See with top and iostat what keeps the disk or the processor busy (docs/alerts.md, "FatherkinRequestsSlow").`,
  )
}

async function slowOfServer(db: Kysely<DB>): Promise<{ count: number | null; longest: number }> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from pg_extension where extname = 'pg_stat_statements') as is_there`.execute(db)
  if (!rows[0]!.is_there) return { count: null, longest: 0 }
  const { rows: found } = await sql<{ count: number; longest: number }>`
    select count(*)::int as count, coalesce(max(mean_exec_time), 0)::float8 as longest from pg_stat_statements
    where userid = (select oid from pg_roles where rolname = current_user) and calls > 10
      and mean_exec_time > ${SLOW_STATEMENT_MS} and query !~* ${OF_NOBODY}`.execute(db)
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

/**
 * Statements of the program that no member waits for: the first load of towns, an index of a migration, a base backup. They begin
 * like this, also behind a comment.
 */
const OF_NOBODY =
  '^\\s*(copy|create|alter|drop|truncate|vacuum|analyze|reindex|cluster|base_backup|checkpoint|start_replication)\\M'
const IN_LOG = new RegExp(OF_NOBODY.replace('\\M', '\\b'), 'i')

/**
 * Lines such as "2026-11-26 10:00:00.000 UTC [7] fatherkin LOG:  duration: 1234.567 ms  execute …". What other programs than the one
 * that serves members do has another name there. A log of an older version has no names, and is not counted.
 */
export function slowInLog(log: string, now: number): { count: number; longest: number } {
  const found = [
    ...log.matchAll(
      /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?) UTC \[\d+\] fatherkin LOG: {2}duration: (\d+(?:\.\d+)?) ms {2}(?:execute [^:]*|statement|parse [^:]*|bind [^:]*): (.{0,100})/gm,
    ),
  ]
    .filter(([, time]) => now - Date.parse(`${time!.replace(' ', 'T')}Z`) < DAY_MS)
    .filter(([, , , text]) => !IN_LOG.test(text!))
    .map(([, , ms]) => Number(ms))
  return { count: found.length, longest: Math.max(0, ...found) }
}
