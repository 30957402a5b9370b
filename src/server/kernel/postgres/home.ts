/** Chooses the database: DATABASE_URL if it is set, otherwise the embedded one in DATA_DIR. */
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config'
import type { Log } from '../log.ts'
import { startEmbedded } from './embedded.ts'
import { StartRefused } from './start-refused.ts'

export interface DatabaseHome {
  /** the database itself, never a pooler in transaction mode */
  url: string
  /** where the pool of the program connects: `url`, or a pooler in transaction mode */
  poolUrl: string
  /** null: the database belongs to the operator */
  superuserUrl: string | null
  /** "PostgreSQL in ./data", for the line that the start prints */
  description: string
  stop(): Promise<void>
}

/**
 * A demo is filled a quarter faster with this. If its database dies it may lose the last second, which no member needs.
 */
const DEMO_SETTINGS = { synchronous_commit: 'off' }

/** For a machine of 1 GB. max_connections stays: a restore needs at least as many as the backup was made with. */
const SMALL_SETTINGS = {
  shared_buffers: '32MB',
  max_wal_size: '512MB',
  maintenance_work_mem: '32MB',
  autovacuum_max_workers: '1',
  max_parallel_workers_per_gather: '0',
}

/** Where the embedded database puts the finished files of its log, until they are in the backup. */
export const logSpool = (dataDir: string) => join(realpathSync(dataDir), 'backup/log')

/**
 * While there are backups, every program that starts the server archives the log, also if it was started without the variable:
 * after a gap in the log nothing later could be restored.
 */
function archiveOf({ backup, dataDir }: Config, isJoining: boolean): string | undefined {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = logSpool(dataDir)
  return backup || (isJoining && existsSync(folder)) ? folder : undefined
}

/** For commands that need an instance: a wrong DATA_DIR must not make a second, empty one. */
export function mustHaveInstance({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl) return
  try {
    statSync(join(dataDir, 'postgres'))
  } catch (error) {
    const isForbidden = (error as NodeJS.ErrnoException).code === 'EACCES'
    throw new StartRefused(
      isForbidden
        ? `This user may not look into ${dataDir}. Run the command as the user of the program; for the service, write fatherkin in place of npm run.`
        : `There is no instance in ${dataDir}. If yours is elsewhere, write DATA_DIR=FOLDER before the command; for the service, write fatherkin in place of npm run. npm start makes a new one.`,
    )
  }
}

/** The database of an instance that exists, for a command beside the program or without it. */
export async function joinHome(config: Config, log: Log): Promise<DatabaseHome> {
  mustHaveInstance(config)
  return await openHome(config, log, true)
}

/** `isJoining`: a program beside a running server. It never owns or stops its database. */
export async function openHome(config: Config, log: Log, isJoining = false): Promise<DatabaseHome> {
  if (config.databaseUrl) {
    return {
      url: config.databaseDirectUrl ?? config.databaseUrl,
      poolUrl: config.databaseUrl,
      superuserUrl: null,
      description: 'PostgreSQL at DATABASE_URL',
      stop: async () => {},
    }
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    join: isJoining,
    log,
    settings: { ...(config.demo && DEMO_SETTINGS), ...(config.small && SMALL_SETTINGS) },
    archiveTo: archiveOf(config, isJoining),
  })
  return {
    url: embedded.url,
    poolUrl: embedded.url,
    superuserUrl: embedded.superuserUrl,
    description: `PostgreSQL in ${config.dataDir}`,
    stop: () => embedded.stop(),
  }
}
