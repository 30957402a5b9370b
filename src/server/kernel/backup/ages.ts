/** How old each part of the backup is, for the metrics. */
import { waitingLog } from './shipping.ts'
import { lastEvent } from './state.ts'

/** In seconds. */
export interface BackupAges {
  /** for how long the oldest file of the log has waited to be stored; 0: nothing waits */
  log: number
  /** of the last base backup, and of the last proof; if there is none, since backups were switched on */
  base: number
  proof: number
}

export async function backupAges(dataDir: string): Promise<BackupAges> {
  const since = (kind: 'base' | 'proof') => {
    const event = lastEvent(dataDir, kind) ?? lastEvent(dataDir, 'begun')
    return event ? (Date.now() - Date.parse(event.at)) / 1000 : process.uptime()
  }
  const { oldestMs } = await waitingLog(dataDir)
  return { log: oldestMs / 1000, base: since('base'), proof: since('proof') }
}
