/**
 * Backups of a running program: the continuous archive, a base backup each day, and a proof each week. Base backup and proof run
 * as processes of their own, so that they take neither memory nor time of the one that responds to members.
 */
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorFacts } from '../log.ts'
import { type ShippingParts, startShipping } from './shipping.ts'
import { backupFolder, lastEvent, noteEvent } from './state.ts'
import { startSwitching } from './switching.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const CHECK_EVERY_MS = 5 * 60_000
/** The hours in which few members are awake, by the clock of the machine. */
const QUIET_HOURS = [3, 4, 5]

const START_AFTER_MS = 60_000

export type Task = 'base' | 'proof'

interface Due {
  now: Date
  /** when a base backup was last stored; null: never */
  base: Date | null
  proof: Date | null
  /** when the newest attempt of each kind failed */
  failed: Record<Task, Date | null>
}

/** What is to be done now; null: nothing. Pure. */
export function dueTask({ now, base, proof, failed }: Due): Task | null {
  const age = (then: Date | null) => (then ? now.getTime() - then.getTime() : Number.POSITIVE_INFINITY)
  const isQuiet = QUIET_HOURS.includes(now.getHours())
  const isTime = (last: Date | null, period: number) =>
    // the first one at once; a later one in quiet hours, but never much too late
    last === null || age(last) > period + 3 * HOUR_MS || (isQuiet && age(last) > period - 4 * HOUR_MS)
  const hasRested = (task: Task) => age(failed[task]) > HOUR_MS
  if (isTime(base, DAY_MS) && hasRested('base')) return 'base'
  // the first one an hour after the first base backup: a start has enough to do
  const isProofTime = proof ? isTime(proof, 7 * DAY_MS) : age(base) > HOUR_MS
  if (base && isProofTime && hasRested('proof')) return 'proof'
  return null
}

export interface BackupParts extends ShippingParts {
  superuserUrl: string
  /** Runs the task as a process of its own. Resolves when it has ended; it notes by itself what happened. */
  run(task: Task, signal: AbortSignal): Promise<void>
}

export interface Backups {
  /** Stores what the stopped database has left. To be called after the database has been stopped. */
  stop(): Promise<void>
  /** Ends a base backup or a proof that is under way. To be called before the database is stopped. */
  endTasks(): Promise<void>
}

export async function startBackups(parts: BackupParts): Promise<Backups> {
  const { dataDir, log } = parts
  const { system, timeline } = await identify(parts.superuserUrl)
  await spoolHistories(dataDir)
  if (!lastEvent(dataDir, 'begun')) noteEvent(dataDir, 'begun', { at: new Date().toISOString() })
  const shipping = startShipping({ ...parts, system })
  const switching = startSwitching({ ...parts, isTargetAway: shipping.isTargetAway })
  const ending = new AbortController()
  const { signal } = ending
  const running = (async () => {
    // a start has enough to do
    await sleep(START_AFTER_MS, undefined, { signal }).catch(() => {})
    while (!signal.aborted) {
      await runDue(parts, timeline, signal).catch((error) =>
        log.error(errorFacts(error), 'a task of the backup failed'),
      )
      await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    stop: () => shipping.stop(),
    async endTasks() {
      ending.abort()
      await running
      await switching.stop()
    },
  }
}

/** A task that is killed cannot note by itself that it failed. */
async function runDue(parts: BackupParts, timeline: number, signal: AbortSignal): Promise<void> {
  const { dataDir, vault } = parts
  const task = dueTask(readDue(dataDir, timeline, vault.description))
  if (!task) return
  const from = new Date().toISOString()
  try {
    await parts.run(task, signal)
  } catch (error) {
    if (signal.aborted) return
    const kind = `${task}-failure` as const
    const isNoted = (lastEvent(dataDir, kind)?.at ?? '') >= from
    if (!isNoted) noteEvent(dataDir, kind, { at: new Date().toISOString(), sentence: (error as Error).message })
    throw error
  }
}

/**
 * PostgreSQL archives the history of a timeline when it begins, which was during the restore, without an archive. Without it, a
 * later restore would not find this timeline, or use its number again.
 */
async function spoolHistories(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres/pg_wal')
  for (const name of await readdir(folder))
    if (name.endsWith('.history')) await copyFile(join(folder, name), join(backupFolder(dataDir), 'log', name))
}

/** The system identifier tells instances apart. */
export async function identify(superuserUrl: string): Promise<{ system: string; timeline: number }> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'fatherkin backup' })
  await client.connect()
  try {
    const { rows } = await client.query<{ system: string; timeline: number }>(
      `select s.system_identifier::text as system, c.timeline_id as timeline from pg_control_system() s, pg_control_checkpoint() c`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

/** A restored instance is on a timeline of its own, and needs a base backup of its own. So does a new target. */
function readDue(dataDir: string, timeline: number, target: string): Due {
  const timeOf = (event: { at: string } | null) => event && new Date(event.at)
  const base = lastEvent(dataDir, 'base')
  return {
    now: new Date(),
    base: timeOf(base?.timeline === timeline && base.target === target ? base : null),
    proof: timeOf(lastEvent(dataDir, 'proof')),
    failed: { base: timeOf(lastEvent(dataDir, 'base-failure')), proof: timeOf(lastEvent(dataDir, 'proof-failure')) },
  }
}
