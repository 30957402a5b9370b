/** How old each part of the backup is, for the metrics. */
import { type Position, secondsAtRisk } from './risk.ts'
import { lastEvent } from './state.ts'

/** In seconds. */
export interface BackupAges {
  /** for how long the oldest write that is not in the target has been there; 0: everything is in the target */
  log: number
  /** of the last base backup, and of the last proof; if there is none, since backups were switched on */
  base: number
  proof: number
}

/** `now`: where the database is; null: it does not respond. */
export function backupAges(dataDir: string, now: Position | null): BackupAges {
  const since = (kind: 'base' | 'proof') => {
    const event = lastEvent(dataDir, kind) ?? lastEvent(dataDir, 'begun')
    return event ? (Date.now() - Date.parse(event.at)) / 1000 : process.uptime()
  }
  return { log: secondsAtRisk(dataDir, now) ?? process.uptime(), base: since('base'), proof: since('proof') }
}
