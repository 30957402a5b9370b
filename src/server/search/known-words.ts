/**
 * Words of the posts for everyone, and how many of these posts contain each. Each post leaves a row with its changes in
 * its own transaction. This file adds the rows up in batches. Each row is counted once, by one of the processes.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { reindex } from './reindex.ts'

/** Batch size of one short transaction; the statement timeout is a few seconds. */
const BATCH_SIZE = 200
/** Maximum time of one run of the job; the next run continues. */
const MAX_RUN_MS = 40_000

/** Adds up one batch and returns the number of changes in it. */
async function countSome(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select count_words(${BATCH_SIZE}) as taken`.execute(db)
  return rows[0]!.taken
}

/** Runs until nothing is left, including what another process is adding up at the moment. For seeds and tests. */
export async function countWords(db: Kysely<DB>): Promise<void> {
  for (;;) {
    await countSome(db)
    const { rows } = await sql<{ left: boolean }>`select exists (select from known_word_changes) as left`.execute(db)
    if (!rows[0]!.left) return
    await turn()
  }
}

/**
 * The job `count_words` adds up what was written in the last minute. Until then a new word is found, but not yet
 * proposed as a correction. The job `reindex_search` continues a reindexing that a migration began.
 */
export const searchJobs = ({ db, log }: { db: Kysely<DB>; log: Pick<Log, 'warn'> }): RoomJobs => ({
  tasks: {
    async count_words() {
      const until = Date.now() + MAX_RUN_MS
      while ((await countSome(db)) > 0 && Date.now() < until);
    },
    reindex_search: () => reindex(db, log),
  },
  crontab: '* * * * * count_words ?max=1\n* * * * * reindex_search ?max=1',
})
