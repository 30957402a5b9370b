/** The embedded server's own log. */
import fs from 'node:fs'
import type { Cluster } from './cluster.ts'

/** Said to each connection while the server starts or stops: never the reason. */
const NOT_YET =
  /the database system is (?:starting up|shutting down|not (?:yet )?accepting connections|in recovery mode)/

/** Returns the last error in PostgreSQL's own log, for the message that says why it did not start. */
export function complaint(cluster: Cluster): string {
  try {
    const lines = fs.readFileSync(cluster.logFile, 'utf8').trim().split('\n').slice(-200)
    return (
      lines.findLast((line) => /FATAL|PANIC|could not|error/.test(line) && !NOT_YET.test(line)) ??
      lines.at(-1) ??
      ''
    ).replace(/^.*?(FATAL|PANIC):\s*/, '')
  } catch {
    return 'no log was written'
  }
}
