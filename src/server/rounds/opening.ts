/**
 * Opens and closes rounds at their time, by the database's clock. Every process looks twice a second; the database opens and
 * closes each round once, however many processes try.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Log } from '../kernel/log.ts'
import { runRepeatedly } from '../kernel/stream/stream.ts'

/** Rounds per transaction. It is short, because it holds the rows of these pods. */
const BATCH_SIZE = 5
/** The pause after a full batch, as a share of the time that the batch took. Ten thousand rounds then take about half a minute. */
const REST = 2
/** The longest pause after a full batch, in ms: the pauses of ten thousand rounds are 40 s at most. */
const MAX_REST_MS = 20

interface Due {
  id: string
  due: Date
}

const DUE = {
  close: (after: Due | null, limit: number) => sql<Due>`
    select r.id, r.closes_at as due from rounds r where r.closed_at is null and r.closes_at <= now()
      ${after ? sql`and (r.closes_at, r.id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.closes_at, r.id limit ${sql.lit(limit)}`,
  open: (after: Due | null, limit: number) => sql<Due>`
    select r.pod_id as id, r.next_at as due from rhythms r where r.next_at <= now()
      ${after ? sql`and (r.next_at, r.pod_id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.next_at, r.pod_id limit ${sql.lit(limit)}`,
  half: (after: Due | null, limit: number) => sql<Due>`
    select r.id, r.half_at as due from rounds r where r.closed_at is null and r.half_at <= now()
      ${after ? sql`and (r.half_at, r.id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.half_at, r.id limit ${sql.lit(limit)}`,
  remind: (after: Due | null, limit: number) => sql<Due>`
    select r.id, r.remind_at as due from rounds r where r.closed_at is null and r.remind_at <= now()
      ${after ? sql`and (r.remind_at, r.id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.remind_at, r.id limit ${sql.lit(limit)}`,
  rest: (after: Due | null, limit: number) =>
    sql<Due>`select id, due from rests_over(${after?.due ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${limit}::int)`,
  kept: (after: Due | null, limit: number) => sql<Due>`
    select w.pod_id as id, w.kept_until as due from round_places w where w.kept_until <= now()
      ${after ? sql`and (w.kept_until, w.pod_id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``}
    order by w.kept_until, w.pod_id limit ${sql.lit(limit)}`,
  trial: (after: Due | null, limit: number) =>
    sql<Due>`select id, due from trials_due(${after?.due ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${limit}::int)`,
  ending: (after: Due | null, limit: number) => sql<Due>`
    select e.pod_id as id, e.ends_at as due from rhythm_endings e where e.objected_at is null and e.ends_at <= now()
      ${after ? sql`and (e.ends_at, e.pod_id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``}
    order by e.ends_at, e.pod_id limit ${sql.lit(limit)}`,
  season: (after: Due | null, limit: number) =>
    sql<Due>`select id, due from seasons_to_remind(${after?.due ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${limit}::int)`,
}

// in order of the pod, which is locked first, so that two processes do not wait for each other
const TURN = {
  close: (ids: string[]) =>
    sql`select close_round(id) from (select id from rounds where id = any(${ids}::uuid[]) order by pod_id) due`,
  open: (ids: string[]) => sql`select open_round(id) from (select id from unnest(${ids}::uuid[]) id order by id) due`,
  half: (ids: string[]) =>
    sql`select look_after_host(id) from (select id from rounds where id = any(${ids}::uuid[]) order by pod_id) due`,
  remind: (ids: string[]) =>
    sql`select remind_of_round(id) from (select id from rounds where id = any(${ids}::uuid[]) order by pod_id) due`,
  rest: (ids: string[]) =>
    sql`select end_rests(id) from (select distinct id from unnest(${ids}::uuid[]) id order by id) due`,
  kept: (ids: string[]) =>
    sql`select end_kept_places(id) from (select distinct id from unnest(${ids}::uuid[]) id order by id) due`,
  trial: (ids: string[]) =>
    sql`select end_due_trials(id) from (select distinct id from unnest(${ids}::uuid[]) id order by id) due`,
  ending: (ids: string[]) =>
    sql`select end_asked_rounds(id) from (select id from unnest(${ids}::uuid[]) id order by id) due`,
  season: (ids: string[]) =>
    sql`select remind_of_season(id) from (select distinct id from unnest(${ids}::uuid[]) id order by id) due`,
}

/**
 * Closes and opens every round that is due, looks for hosts at half-time, ends pauses, places that were kept, memberships after a
 * trial and rounds that were asked to end, and reminds of check-ins and of a season's question, until `signal` is aborted. Returns
 * how many were tried. A failure does not stop the others.
 */
export async function turnRounds(db: Kysely<DB>, signal?: AbortSignal): Promise<number> {
  let tried = 0
  const failures: unknown[] = []
  for (const work of ['rest', 'close', 'open', 'half', 'remind', 'kept', 'trial', 'ending', 'season'] as const)
    for (let last: Due | null = null; !signal?.aborted; ) {
      const { rows }: { rows: Due[] } = await DUE[work](last, BATCH_SIZE).execute(db)
      const began = performance.now()
      await turnBatch(db, work, rows).catch((error: unknown) => failures.push(error))
      // between full batches the database serves everybody else
      if (rows.length === BATCH_SIZE) await pause(Math.min(MAX_REST_MS, REST * (performance.now() - began)))
      tried += rows.length
      last = rows.at(-1) ?? null
      if (rows.length < BATCH_SIZE) break
    }
  if (failures.length > 0) throw failures[0]
  return tried
}

/** In one transaction; after a failure one by one, so that one broken round does not hold up the others. */
async function turnBatch(db: Kysely<DB>, work: keyof typeof TURN, due: Due[]): Promise<void> {
  if (due.length === 0) return
  const turn = (ids: string[]) => TURN[work](ids).execute(db)
  const ids = due.map(({ id }) => id)
  try {
    await turn(ids)
  } catch (error) {
    if (ids.length === 1) throw error
    let failure: unknown
    for (const id of ids) await turn([id]).catch((one: unknown) => (failure ??= one))
    if (failure) throw failure
  }
}

const LONGEST_PAUSE_MS = 30_000

export function runRounds({ db, log }: { db: Kysely<DB>; log: Log }): { stop(): Promise<void> } {
  const stopping = new AbortController()
  // a round that always fails is tried again after a pause; the others are not held up by it
  const work = async () => {
    await turnRounds(db, stopping.signal)
    return 0
  }
  const done = runRepeatedly('rounds', log, stopping.signal, work, LONGEST_PAUSE_MS)
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}
