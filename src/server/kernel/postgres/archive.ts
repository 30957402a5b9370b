/** How the embedded server archives its log. kernel/backup stores what is in the folder. */
import fs from 'node:fs'
import path from 'node:path'
import { type Cluster, give } from './cluster.ts'

/** In seconds: what was written is in the archive after this time, even if little is written. */
const ARCHIVE_TIMEOUT_S = 30

/**
 * The server copies each finished file of its log into this folder. A file has its final name only when it is complete and
 * on the disk.
 */
export function archiveSettings(cluster: Cluster, folder: string): Record<string, string> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  give(cluster, folder)
  // PostgreSQL must pass through the folder above it
  if (cluster.runAs === 'nobody') fs.chmodSync(path.dirname(folder), 0o711)
  // for the shell, and for PostgreSQL, to which % is special
  const file = `'${folder.replaceAll("'", `'\\''`).replaceAll('%', '%%')}/%f'`
  return {
    archive_mode: 'on',
    archive_command: `cp "%p" ${file}.part && sync ${file}.part && mv ${file}.part ${file}`,
    archive_timeout: `${ARCHIVE_TIMEOUT_S}s`,
  }
}
