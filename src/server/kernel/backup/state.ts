/** What happened last, in small files in DATA_DIR/backup, for the program, the doctor and the metrics. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const EVENTS = {
  /** backups were switched on, in this data directory */
  begun: z.object({ at: z.string() }),
  /** a file of the log was stored */
  log: z.object({ at: z.string(), file: z.string(), target: z.string().optional() }),
  /** nothing could be stored at this time; removed when something is stored again. `code`: why, if it is the target */
  'store-failure': z.object({ at: z.string(), target: z.string(), code: z.string().nullable(), sentence: z.string() }),
  /**
   * where the log of the server was at this time (bytes; and pg_current_snapshot), and since when a write was missing in the
   * target; null: none was
   */
  position: z.object({ at: z.string(), since: z.string().nullable(), lsn: z.string(), snapshot: z.string() }),
  /** a base backup was stored and verified */
  base: z.object({
    at: z.string(),
    target: z.string(),
    id: z.string(),
    timeline: z.number(),
    stored_bytes: z.number(),
    seconds: z.number(),
  }),
  /** the newest backup was restored into a scratch folder and recounted */
  proof: z.object({ at: z.string(), reached: z.string(), seconds: z.number() }),
  /** the last attempt that failed; removed by the next success of the same kind */
  'base-failure': z.object({ at: z.string(), sentence: z.string(), code: z.string().nullable().optional() }),
  'proof-failure': z.object({ at: z.string(), sentence: z.string() }),
}
type Kind = keyof typeof EVENTS
export type BackupEvent<K extends Kind> = z.infer<(typeof EVENTS)[K]>

export const backupFolder = (dataDir: string) => join(dataDir, 'backup')

export function noteEvent<K extends Kind>(dataDir: string, kind: K, event: BackupEvent<K> | null): void {
  const folder = backupFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${kind}.json`)
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(event), { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}

/** Returns null if it has never happened. */
export function lastEvent<K extends Kind>(dataDir: string, kind: K): BackupEvent<K> | null {
  let text: string
  try {
    text = readFileSync(join(backupFolder(dataDir), `${kind}.json`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return EVENTS[kind].nullable().parse(JSON.parse(text)) as BackupEvent<K> | null
}
