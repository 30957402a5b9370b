/** Members who attend an event when it begins, by the database's clock, have attended it and get its points. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'

const BATCH_SIZE = 100

interface DueEvent {
  id: string
  starts_at: Date
}

/**
 * Handles every event that has begun and is not handled yet, each in its own transaction. A failure does not stop the others;
 * the event is retried with the next job and gives points to the same members.
 */
export async function beginEvents(db: Kysely<DB>): Promise<void> {
  let failure: unknown
  for (let last: DueEvent | undefined; ; ) {
    const due = await nextDue(db, last)
    for (const { id } of due) {
      await sql`select begin_event(${id}::uuid)`.execute(db).catch((error: unknown) => {
        failure ??= error
      })
    }
    last = due.at(-1)
    if (due.length < BATCH_SIZE) break
  }
  if (failure) throw failure
}

async function nextDue(db: Kysely<DB>, after: DueEvent | undefined): Promise<DueEvent[]> {
  const further = after ? sql`and (e.starts_at, e.id) > (${after.starts_at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<DueEvent>`
    select e.id, e.starts_at from local_events e
    where e.begun_at is null and e.cancelled_at is null and e.starts_at <= now() ${further}
    order by e.starts_at, e.id limit ${sql.lit(BATCH_SIZE)}`.execute(db)
  return rows
}

/** Runs every minute, because events begin on the minute. */
export const beginningJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: { begin_events: () => beginEvents(db) },
  crontab: '* * * * * begin_events ?max=3&queue=begin_events',
})
