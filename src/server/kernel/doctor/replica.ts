/** The replica: whether it is one, of this database, and how far it is behind. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { durationWords, type Finding, good, look, reasonOf, wrong } from './finding.ts'
import { askServer } from './question.ts'

/** In bytes of the write-ahead log, and in seconds: from then on the program does not use it (kernel/replica). */
const SMALL_BYTES = 1_000_000
const LAG_SECONDS = 3

interface Replica {
  is_replica: boolean
  database: string
  behind: number
  seconds: number
}

export async function checkReplica(url: string | null, db: Kysely<DB>): Promise<Finding[]> {
  if (!url) return []
  const { rows } = await sql<{ lsn: string; database: string }>`
    select pg_current_wal_lsn() as lsn, system_identifier::text as database from pg_control_system()`.execute(db)
  const primary = rows[0]!
  let replica: Replica
  try {
    replica = await askReplica(url, primary.lsn)
  } catch (error) {
    return [
      wrong(
        `The replica does not answer (${reasonOf(error)}). Members notice nothing, but the primary does all the work. Start the replica, or correct DATABASE_REPLICA_URL.`,
      ),
    ]
  }
  if (replica.database !== primary.database)
    return [
      wrong(
        'DATABASE_REPLICA_URL is the address of another database, so it is not read, and the primary does all the work. Correct it, and restart.',
      ),
    ]
  if (!replica.is_replica)
    return [
      wrong(
        'DATABASE_REPLICA_URL is the address of a server that is no replica (any more), so it is not read, and the primary does all the work. Set up the replica again (docs/scaling.md), or remove the variable.',
      ),
    ]
  if (replica.behind > SMALL_BYTES && replica.seconds > LAG_SECONDS)
    return [
      look(
        `The replica is ${durationWords(replica.seconds)} late. Members notice nothing, because the primary answers until the replica has caught up. If that lasts, look at its disk and network.`,
      ),
    ]
  return [good('The replica has what the database has.')]
}

async function askReplica(url: string, lsn: string): Promise<Replica> {
  const rows = await askServer<Replica>(
    url,
    `select pg_is_in_recovery() as is_replica, system_identifier::text as database,
      coalesce(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as behind,
      coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds
    from pg_control_system()`,
    [lsn],
  )
  return rows[0]!
}
