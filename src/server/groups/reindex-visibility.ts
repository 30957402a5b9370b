/**
 * After a network became public or private, its posts get the new visibility one batch after the other, and the public
 * counts follow (docs/decisions/018). The permission to see them changes at once and does not depend on this.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { addJob, type RoomJobs } from '../kernel/jobs/jobs.ts'

/** A batch ends after this many posts or comments. Writers wait no longer than one batch takes. */
const BATCH_SIZE = { posts: 300, comments: 2000 }
/** A job runs at most this long, in ms. */
const MAX_RUN_MS = 60_000

/** Runs the first batch within the operation itself. For most networks one batch is enough. */
export async function reindexVisibility(ctx: Ctx, group: string): Promise<void> {
  if (await reindexBatch(ctx.db, group)) await addJob(ctx.db, 'reindex_visibility', {})
}

/** Returns true if posts of the network are left for another batch. */
async function reindexBatch(db: Kysely<DB>, group: string): Promise<boolean> {
  const { rows } = await sql<{ goes_on: boolean }>`
    select reindex_visibility(${group}::uuid, ${BATCH_SIZE.posts}, ${BATCH_SIZE.comments}) as goes_on`.execute(db)
  return rows[0]!.goes_on
}

/** `reindex_visibility` continues with all networks that are not done, in batches, each in a transaction of its own. */
export function groupJobs({ db }: { db: Kysely<DB> }): RoomJobs {
  async function reindex_visibility() {
    const until = Date.now() + MAX_RUN_MS
    for (let groups = await groupsToReindex(db); groups.length > 0; groups = await groupsToReindex(db)) {
      for (const group of groups) await reindexBatch(db, group)
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

/** Networks take turns, so that a large one does not delay the others. */
const groupsToReindex = async (db: Kysely<DB>) =>
  (await db.selectFrom('group_turns').select('group_id').limit(100).execute()).map(({ group_id }) => group_id)
