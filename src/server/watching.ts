/** How the operator sees the program: the metrics, and the mails about what stays wrong. */
import type { Kysely } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import { backupAges } from './kernel/backup/backup.ts'
import { examineInside, runWatch } from './kernel/doctor/doctor.ts'
import type { MailPort } from './kernel/jobs/jobs.ts'
import type { Log } from './kernel/log.ts'
import { makeDatabaseGauges, makeMetrics, openMetricsEndpoint } from './kernel/metrics/metrics.ts'
import type { Database } from './kernel/postgres/postgres.ts'
import { firstAdministratorsAddress } from './members/members.ts'
import { readers } from './reactions.ts'

interface Watched {
  config: Config
  database: Database
  log: Log
}

/** Mails what stays wrong to the operator. A demo and a program under development have none. */
export function watchOf({ config, database: { db }, log }: Watched, mail: MailPort) {
  const { alerts, brand, publicUrl } = config
  if (!alerts || config.demo || config.dev) return []
  const names = readers.map(({ name }) => name)
  return [
    runWatch({
      ...{ db, mail, log, brand: brand.name, site: publicUrl },
      examine: (isThorough) => examineInside({ config, db, mail, readers: names, isThorough }),
      recipients: () => recipientsOf(config, db),
    }),
  ]
}

/** Who is told what is wrong: ALERT_MAIL_TO, or the first administrator. */
export async function recipientsOf(
  { alerts, adminEmails }: Pick<Config, 'alerts' | 'adminEmails'>,
  db: Kysely<DB>,
): Promise<string[]> {
  if (!alerts) return []
  if (alerts.to.length > 0) return alerts.to
  return [await firstAdministratorsAddress({ db, adminEmails })].filter((to) => to !== null)
}

/** What the metrics read of the running program. */
export interface Lines {
  /** null: there is no replica */
  replicaAge: (() => number | null) | null
  live: { topics: number }
  liveDoor: { tabs: number }
}

/** The metrics, and the port at which they are read. `lines` is called when they are read. */
export async function openMetrics(
  at: { host: string; port: number },
  version: string,
  { config, database, log }: Watched,
  lines: () => Lines,
) {
  const gauges = makeDatabaseGauges(
    database.url,
    readers.map(({ name }) => name),
    log,
  )
  const { pool } = database
  const metrics = await makeMetrics(version, () => ({
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    live: () => ({ connections: lines().liveDoor.tabs, topics: lines().live.topics }),
    replica: () => lines().replicaAge?.() ?? null,
    backup: async () =>
      config.backup && !config.databaseUrl ? backupAges(config.dataDir, await gauges.position()) : null,
    database: () => gauges.read(),
  }))
  const { url, close } = await openMetricsEndpoint({ ...at, metrics, log }).catch(async (error: unknown) => {
    await gauges.close()
    throw error
  })
  return {
    metrics,
    url,
    async close() {
      await close()
      await gauges.close()
    },
  }
}
