/**
 * Backups of a running program: the continuous archive, a base backup each day, and a proof each week. Base backup and proof run
 * as processes of their own, so that they take neither memory nor time of the one that responds to members.
 */
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorFacts } from '../log.ts'
import { failureOf, type TargetFault } from './faults.ts'
import { type ShippingParts, startShipping } from './shipping.ts'
import { backupFolder, lastEvent, noteEvent } from './state.ts'
import { startSwitching } from './switching.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const CHECK_EVERY_MS = 60_000
/** After a failure. The second: if it was the target that failed, and nothing hinders it any more. */
const REST_MS = { usual: HOUR_MS, mended: 5 * 60_000 }
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
  /** the base backup failed because of the target, and nothing hinders that any more */
  isMended: boolean
}

/** What is to be done now; null: nothing. Pure. */
export function dueTask({ now, base, proof, failed, isMended }: Due): Task | null {
  const age = (then: Date | null) => (then ? now.getTime() - then.getTime() : Number.POSITIVE_INFINITY)
  const isQuiet = QUIET_HOURS.includes(now.getHours())
  const isTime = (last: Date | null, period: number) =>
    // the first one at once; a later one in quiet hours, but never much too late
    last === null || age(last) > period + 3 * HOUR_MS || (isQuiet && age(last) > period - 4 * HOUR_MS)
  const hasRested = (task: Task, rest: number) => age(failed[task]) > rest
  if (isTime(base, DAY_MS) && hasRested('base', isMended ? REST_MS.mended : REST_MS.usual)) return 'base'
  // the first one an hour after the first base backup: a start has enough to do
  const isProofTime = proof ? isTime(proof, 7 * DAY_MS) : age(base) > HOUR_MS
  if (base && isProofTime && hasRested('proof', REST_MS.usual)) return 'proof'
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
export async function runDue(
  parts: Omit<BackupParts, 'superuserUrl'>,
  timeline: number,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, vault } = parts
  const fault = await vault.fault()
  const task = dueTask(readDue(dataDir, timeline, vault.description, fault))
  if (!task) return
  // the doctor and the store of the log say why; a base backup would only read the database for nothing
  if (task === 'base' && fault) return
  const from = new Date().toISOString()
  try {
    await parts.run(task, signal)
  } catch (error) {
    if (signal.aborted) return
    const kind = `${task}-failure` as const
    const isNoted = (lastEvent(dataDir, kind)?.at ?? '') >= from
    const { sentence } = failureOf(error, vault.description)
    if (!isNoted) noteEvent(dataDir, kind, { at: new Date().toISOString(), sentence })
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

/** When a program that runs takes the next base backup, if nothing hinders the target. To the minute. */
export function nextBase(dataDir: string, target: string, now: number): Date {
  const due = readDue(dataDir, lastEvent(dataDir, 'base')?.timeline ?? 0, target, null)
  let at = now + CHECK_EVERY_MS
  while (at < now + 2 * DAY_MS && dueTask({ ...due, now: new Date(at) }) !== 'base') at += CHECK_EVERY_MS
  return new Date(at)
}

/** The sentence with which a process of ours has ended, also if Node itself ended it. */
export function lastWords(said: string): string {
  const lines = said.trim().split('\n')
  const last = lines.at(-1) ?? ''
  if (!/^Node\.js v\d/.test(last)) return last
  const cause = lines.find((line) => /^(?:Uncaught )?\w*Error\b.*: ./.test(line))
  return cause
    ? `The process was ended by an error: ${cause.replace(/^.*?: /, '')}`
    : 'The process was ended by an error.'
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
function readDue(dataDir: string, timeline: number, target: string, fault: TargetFault | null): Due {
  const timeOf = (event: { at: string } | null) => event && new Date(event.at)
  const base = lastEvent(dataDir, 'base')
  return {
    now: new Date(),
    base: timeOf(base?.timeline === timeline && base.target === target ? base : null),
    proof: timeOf(lastEvent(dataDir, 'proof')),
    isMended: Boolean(lastEvent(dataDir, 'base-failure')?.code) && !fault && !lastEvent(dataDir, 'store-failure'),
    failed: { base: timeOf(lastEvent(dataDir, 'base-failure')), proof: timeOf(lastEvent(dataDir, 'proof-failure')) },
  }
}
