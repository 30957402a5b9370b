/**
 * After a network was opened or shut its posts, one after the other, say so themselves, and the numbers that everyone sees
 * follow them (docs/decisions/018). Who may see them does not wait for it.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { addJob, type RoomJobs } from '../kernel/jobs/jobs.ts'

/** So many posts at once, or fewer that have so many comments: whoever writes there waits no longer than that takes. */
const AT_ONCE = { posts: 300, comments: 2000 }
/** No job of ours takes minutes. */
const PATIENCE_MS = 60_000

/** The first of them within the deed itself: with most networks that is all. */
export async function reindexVisibility(ctx: Ctx, group: string): Promise<void> {
  if (await turnSome(ctx.db, group)) await addJob(ctx.db, 'reindex_visibility', {})
}

/** True: there are others to come. */
async function turnSome(db: Kysely<DB>, group: string): Promise<boolean> {
  const { rows } = await sql<{ goes_on: boolean }>`
    select reindex_visibility(${group}::uuid, ${AT_ONCE.posts}, ${AT_ONCE.comments}) as goes_on`.execute(db)
  return rows[0]!.goes_on
}

/** `reindex_visibility` goes on with all that are still turning, in small steps, each a transaction of its own. */
export function groupJobs({ db }: { db: Kysely<DB> }): RoomJobs {
  async function reindex_visibility() {
    const until = Date.now() + PATIENCE_MS
    for (let turning = await turningNow(db); turning.length > 0; turning = await turningNow(db)) {
      for (const group of turning) await turnSome(db, group)
      if (Date.now() < until) continue
      return addJob(db, 'reindex_visibility', {})
    }
  }
  // jobs that an older version has queued have the old name
  return {
    tasks: { reindex_visibility, turn_posts: reindex_visibility },
    crontab: '*/5 * * * * reindex_visibility ?max=1',
  }
}

/** By turns: a large one does not keep the others waiting. */
const turningNow = async (db: Kysely<DB>) =>
  (await db.selectFrom('group_turns').select('group_id').limit(100).execute()).map(({ group_id }) => group_id)
