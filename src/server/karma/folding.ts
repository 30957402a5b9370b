/**
 * Adds up what deeds have written down (docs/decisions/021). The deed's own transaction has left a row for each member whose
 * figures it changes; here they become his scores, his karma and his achievements, some at a time, exactly once, whichever
 * process does it.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Live } from '../kernel/live/live.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { ringWithoutFact } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

/** One short transaction: nobody who writes waits for its rows long enough to notice. */
const AT_ONCE = 500
const PAUSE_MS = 500

/** Of the twelve weeks of a member each is a look into four indexes. So many at each turn, and no more for that they are many. */
const WEIGHED_AT_ONCE = 20

interface Folded {
  /** how many changes it took */
  taken: number
  /** members whose topic was told something: to be rung */
  told: string[]
}

export async function foldSome(db: Kysely<DB>): Promise<Folded> {
  const { rows } = await sql<Folded>`select taken, told from fold_karma(${sql.lit(AT_ONCE)})`.execute(db)
  return rows[0]!
}

interface Weighed {
  /** how many members, of those who were due */
  weighed: number
  told: string[]
}

export async function weighSome(db: Kysely<DB>): Promise<Weighed> {
  const { rows } = await sql<Weighed>`select weighed, told from weigh_weeks(${sql.lit(WEIGHED_AT_ONCE)})`.execute(db)
  return rows[0]!
}

/** Until nothing is left, also of what other processes are just adding up: for seeds, and for tests. */
export async function foldAll(db: Kysely<DB>): Promise<void> {
  for (;;) {
    await foldSome(db)
    await weighSome(db)
    const { rows } = await sql<{ left: boolean }>`select exists (select from karma_changes)
      or exists (select from karma_counts where is_due) as left`.execute(db)
    if (!rows[0]!.left) return
    await turn()
  }
}

interface Parts {
  db: Kysely<DB>
  live: Pick<Live, 'ring'>
  log: Log
}

/** A busy moment is no news; by then it is some seconds. */
const NEWS_AFTER = 4

/** Twice a second until stopped. While the database is away it goes on trying, and says so once. */
export function keepKarma({ db, live, log }: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async () => {
    let failures = 0
    while (!signal.aborted) {
      try {
        const { taken, told } = await foldSome(db)
        ringWithoutFact({ live }, ...told.map(memberTopic))
        const weeks = await weighSome(db)
        ringWithoutFact({ live }, ...weeks.told.map(memberTopic))
        failures = 0
        // weeks make no haste: after midnight everybody is due, and those who write go first
        if (taken === AT_ONCE) continue
      } catch (error) {
        failures++
        log[failures === NEWS_AFTER ? 'warn' : 'debug'](
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
