/**
 * Words that stand in posts for everyone, and in how many of them. Each post leaves a row with what it changed, in its own
 * transaction; here they are added up, some at a time, each once, whichever process does it.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'

/** One short transaction: a statement of ours has seconds. */
const AT_ONCE = 200
/** No job of ours takes minutes; the next one goes on. */
const PATIENCE_MS = 40_000

/** How many changes it took. */
async function countSome(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select count_words(${AT_ONCE}) as taken`.execute(db)
  return rows[0]!.taken
}

/** Until nothing is left, also of what another process is just adding up: for seeds, and for tests. */
export async function countWords(db: Kysely<DB>): Promise<void> {
  for (;;) {
    await countSome(db)
    const { rows } = await sql<{ left: boolean }>`select exists (select from known_word_changes) as left`.execute(db)
    if (!rows[0]!.left) return
    await turn()
  }
}

/** `count_words`: what was written within the last minute. Until then it is found, but not yet what somebody meant. */
export const searchJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: {
    async count_words() {
      const until = Date.now() + PATIENCE_MS
      while ((await countSome(db)) > 0 && Date.now() < until);
    },
  },
  crontab: '* * * * * count_words ?max=1',
})
