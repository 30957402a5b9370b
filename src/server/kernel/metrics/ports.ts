/** What the parts of the program report to the metrics, and what the metrics ask them. */
import type { BackupAges } from '../backup/backup.ts'
import type { JobFigures } from '../jobs/jobs.ts'
import type { ReadOutcome } from '../replica/replica.ts'
import type { ReaderDelay } from '../stream/stream.ts'

export type RequestKind = 'page' | 'rpc' | 'api' | 'account' | 'file' | 'other'

/** What the program reports as it happens. Durations are in ms. */
export interface Metrics {
  request(kind: RequestKind, status: number, ms: number): void
  /** `procedure` as in the contract: `rounds.checkIn` */
  call(procedure: string, outcome: 'ok' | 'refused' | 'failed', ms: number): void
  /** a request was refused because too many are running */
  turnedAway(): void
  mail(outcome: 'sent' | 'failed'): void
  model(outcome: 'ok' | 'failed'): void
  modelTokens(count: number): void
  /** where a read that may lag was answered */
  readOn(outcome: ReadOutcome): void
}

export const noMetrics: Metrics = {
  request() {},
  call() {},
  turnedAway() {},
  mail() {},
  model() {},
  modelTokens() {},
  readOn() {},
}

/** What is looked up when the metrics are read. */
export interface Gauges {
  connections(): { used: number; idle: number; waiting: number }
  live(): { connections: number; topics: number }
  /** age of the state that the replica shows, in ms; null if it is not used */
  replica(): number | null
  /** how old each part of the backup is, in seconds; null: there are no backups */
  backup(): Promise<BackupAges | null>
  /** Returns null if the database does not respond. */
  database(): Promise<DatabaseGauges | null>
}

export interface DatabaseGauges {
  jobs: JobFigures
  readers: ReaderDelay[]
}

export interface MetricsText {
  contentType: string
  read(): Promise<string>
}
