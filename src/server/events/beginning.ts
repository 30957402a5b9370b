/** Events begin: who attends one at that moment has attended it, and is paid for it. The database's clock says when. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'

const AT_ONCE = 100

interface Due {
  id: string
  starts_at: Date
}

/**
 * Every event that has begun and was not noticed yet, each in its own transaction. One that fails keeps no other; it is
 * tried again with the next job, and pays the same members then.
 */
export async function beginEvents(db: Kysely<DB>): Promise<void> {
  let failure: unknown
  for (let last: Due | undefined; ; ) {
    const due = await nextDue(db, last)
    for (const { id } of due) {
      await sql`select begin_event(${id}::uuid)`.execute(db).catch((error: unknown) => {
        failure ??= error
      })
    }
    last = due.at(-1)
    if (due.length < AT_ONCE) break
  }
  if (failure) throw failure
}

async function nextDue(db: Kysely<DB>, after: Due | undefined): Promise<Due[]> {
  const further = after ? sql`and (e.starts_at, e.id) > (${after.starts_at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Due>`
    select e.id, e.starts_at from local_events e
    where e.begun_at is null and e.cancelled_at is null and e.starts_at <= now() ${further}
    order by e.starts_at, e.id limit ${sql.lit(AT_ONCE)}`.execute(db)
  return rows
}

/** Events begin on the minute. */
export const beginningJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: { begin_events: () => beginEvents(db) },
  crontab: '* * * * * begin_events ?max=3&queue=begin_events',
})
