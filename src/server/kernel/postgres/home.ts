/** Which database: DATABASE_URL when given, otherwise our own in DATA_DIR. */
import type { Config } from '#config'
import type { Log } from '../log.ts'
import { startEmbedded } from './embedded.ts'

export interface DatabaseHome {
  url: string
  /** "PostgreSQL in ./data", for the line that the start prints */
  description: string
  stop(): Promise<void>
}

/** A demo moves in a quarter faster. When its database dies it may lose its last second, and nobody lives there. */
const DEMO = { synchronous_commit: 'off' }

/** `join`: for programs beside a running server (admin, migrate); they never own or stop its database. */
export async function openHome(config: Config, log: Log, join = false): Promise<DatabaseHome> {
  if (config.databaseUrl) {
    return { url: config.databaseUrl, description: 'PostgreSQL at DATABASE_URL', stop: async () => {} }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, join, log, settings: config.demo ? DEMO : {} })
  return { url: embedded.url, description: `PostgreSQL in ${config.dataDir}`, stop: () => embedded.stop() }
}
