/** Old facts are counted by kind and day, and deleted: the stream does not grow with the age of the community. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RoomJobs } from '../jobs/jobs.ts'

/**
 * Days that facts are kept. Nothing is computed from older facts: karma, badges and members' copies have their own
 * tables.
 */
const KEPT_DAYS = 400
/** Facts per transaction. */
const BATCH_SIZE = 1000
/** Transactions per job; the rest waits for the next night. */
const MAX_BATCHES = 1000

/**
 * Folds the oldest facts by id, which is nearly the order of their time, so no further index is needed. It takes only
 * facts that every reader has read; if a reader is removed, its row in `readers` must be deleted. Returns how many it
 * has folded: if fewer than `most`, none are left.
 */
export async function foldFacts(db: Kysely<DB>, most = BATCH_SIZE): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with oldest as materialized (select f.id, f.xid, f.created_at from facts f order by f.id limit ${most}),
    gone as (
      delete from facts f using oldest o where f.id = o.id and o.created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
        and (o.xid is null or (o.xid, o.id) <= (select r.xid, r.fact_id from readers r order by r.xid, r.fact_id limit 1))
      returning f.kind, f.created_at),
    counted as (
      insert into fact_days as d (day, kind, amount)
      select (created_at at time zone 'UTC')::date, kind, count(*) from gone group by 1, 2 order by 1, 2
      on conflict (day, kind) do update set amount = d.amount + excluded.amount)
    select count(*)::int as folded from gone`.execute(db)
  return rows[0]!.folded
}

/** Runs once a day. */
export const streamJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: {
    async fold_facts() {
      for (let batch = 0; batch < MAX_BATCHES; batch++) if ((await foldFacts(db)) < BATCH_SIZE) return
    },
  },
  crontab: '47 3 * * * fold_facts ?max=1',
})
