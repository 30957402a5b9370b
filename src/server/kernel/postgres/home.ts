/** Chooses the database: DATABASE_URL if it is set, otherwise the embedded one in DATA_DIR. */
import type { Config } from '#config'
import type { Log } from '../log.ts'
import { startEmbedded } from './embedded.ts'

export interface DatabaseHome {
  url: string
  /** "PostgreSQL in ./data", for the line that the start prints */
  description: string
  stop(): Promise<void>
}

/**
 * A demo is filled a quarter faster with this. If its database dies it may lose the last second, which no member needs.
 */
const DEMO_SETTINGS = { synchronous_commit: 'off' }

/** `join`: for programs beside a running server (admin, migrate). They never own or stop its database. */
export async function openHome(config: Config, log: Log, join = false): Promise<DatabaseHome> {
  if (config.databaseUrl) {
    return { url: config.databaseUrl, description: 'PostgreSQL at DATABASE_URL', stop: async () => {} }
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    join,
    log,
    settings: config.demo ? DEMO_SETTINGS : {},
  })
  return { url: embedded.url, description: `PostgreSQL in ${config.dataDir}`, stop: () => embedded.stop() }
}
