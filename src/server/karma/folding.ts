/**
 * Adds up the changes that actions have stored (docs/decisions/021). The transaction of an action leaves a row for each
 * member whose figures it changes. This file turns the rows into scores, karma and achievements, in batches. Each row is
 * counted once, by one of the processes.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Live } from '../kernel/live/live.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { notifyWithoutFact } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

/** Batch size of one short transaction; a transaction that writes such rows waits only briefly. */
const BATCH_SIZE = 500
const PAUSE_MS = 500

/**
 * Members whose twelve weeks are evaluated per round. Each takes lookups in four indexes, so the number stays the same
 * however many are due.
 */
const KARMA_BATCH_SIZE = 20

interface Folded {
  /** how many changes were added */
  taken: number
  /** members to notify on their live topic */
  told: string[]
}

export async function foldBatch(db: Kysely<DB>): Promise<Folded> {
  const { rows } = await sql<Folded>`select taken, told from fold_karma(${sql.lit(BATCH_SIZE)})`.execute(db)
  return rows[0]!
}

interface KarmaBatch {
  /** how many of the due members were evaluated */
  weighed: number
  told: string[]
}

export async function updateKarmaBatch(db: Kysely<DB>): Promise<KarmaBatch> {
  const { rows } = await sql<KarmaBatch>`select weighed, told from weigh_weeks(${sql.lit(KARMA_BATCH_SIZE)})`.execute(
    db,
  )
  return rows[0]!
}

/** Runs until nothing is left, including what other processes are adding up at the moment. For seeds and tests. */
export async function foldAll(db: Kysely<DB>): Promise<void> {
  for (;;) {
    await foldBatch(db)
    await updateKarmaBatch(db)
    const { rows } = await sql<{ left: boolean }>`select exists (select from karma_changes)
      or exists (select from karma_counts where is_due) as left`.execute(db)
    if (!rows[0]!.left) return
    await turn()
  }
}

interface Parts {
  db: Kysely<DB>
  live: Pick<Live, 'notify'>
  log: Log
}

/** A lock conflict is normal and not logged until it has lasted some seconds. */
const WARN_AFTER_FAILURES = 4

/** Runs twice a second until stopped. While the database is unavailable it retries, and logs that once. */
export function runKarma({ db, live, log }: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async () => {
    let failures = 0
    while (!signal.aborted) {
      try {
        const { taken, told } = await foldBatch(db)
        notifyWithoutFact({ live }, ...told.map(memberTopic))
        const weeks = await updateKarmaBatch(db)
        notifyWithoutFact({ live }, ...weeks.told.map(memberTopic))
        failures = 0
        // weekly figures are not urgent: after midnight every member is due, and members who write go first
        if (taken === BATCH_SIZE) continue
      } catch (error) {
        failures++
        log[failures === WARN_AFTER_FAILURES ? 'warn' : 'debug'](
          errorFacts(error),
          'karma could not be added up; it is tried again',
        )
      }
      await resting(signal)
    }
  }
  const done = loop()
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

const resting = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, PAUSE_MS)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
