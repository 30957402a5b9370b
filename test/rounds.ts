/** Moves the rounds of a pod in time, as if their day had come: tests do not wait for days. */
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { earlier, MAKE_DUE, MAKE_HALF, MAKE_OVER } from './round-moves.ts'
import type { Subject, World } from './world.ts'

type Clock = Pick<World, 'db'>

/** Gives the pod a rhythm without calling the operation. */
export const giveRhythm = ({ db }: Clock, pod: Pick<Subject, 'id'>, { weeks = 1, season_rounds = 8 } = {}) =>
  sql`insert into rhythms (pod_id, weekday, local_time, time_zone, weeks, season_rounds, next_on, next_at)
    select ${pod.id}, extract(isodow from day), '12:00', 'UTC', ${weeks}, ${season_rounds}, day, day + time '12:00'
    from (select (now() at time zone 'UTC')::date + 3 as day) d`.execute(db)

/** The next round is due, and opens. Returns its id. */
export async function openRound(world: Clock, pod: Pick<Subject, 'id'>): Promise<string> {
  const id = await comeToNextRound(world, pod)
  if (!id) throw new Error('No round was opened')
  return id
}

/** The next round is due. Returns its id, or undefined if none was opened: the pod has ended instead. */
export async function comeToNextRound(world: Clock, pod: Pick<Subject, 'id'>): Promise<string | undefined> {
  await move(world, pod, MAKE_DUE)
  const { rows } = await sql<{ id: string }>`
    select id from rounds where pod_id = ${pod.id} and closed_at is null`.execute(world.db)
  return rows[0]?.id
}

/** The open round is over, and closes. */
export const closeRound = (world: Clock, pod: Pick<Subject, 'id'>) => move(world, pod, MAKE_OVER)

async function move({ db }: Clock, pod: Pick<Subject, 'id'>, statements: string[]): Promise<void> {
  // at once: another process must not look at a pod whose rounds have moved, and whose season has not
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await trx.executeQuery(CompiledQuery.raw(statement, [pod.id]))
  })
  await turnRounds(db)
}

/** Does the work in a session in which the database's clock stands at this moment: `now()` is another function there. */
export const atTime = <Result>(
  { db }: Clock,
  moment: string,
  work: (db: Kysely<DB>) => Promise<Result>,
): Promise<Result> =>
  db.connection().execute(async (session) => {
    await sql`create or replace function public.now() returns timestamptz language sql stable as
      'select current_setting(''test.now'')::timestamptz'`.execute(session)
    await sql`select set_config('test.now', ${moment}, false)`.execute(session)
    // found before the function of the catalogue
    await sql`set search_path = public, pg_catalog`.execute(session)
    try {
      return await work(session)
    } finally {
      await sql`reset search_path`.execute(session)
    }
  })

/** The open round is at its half, and its host is looked for. */
export const halfTime = (world: Clock, pod: Pick<Subject, 'id'>) => move(world, pod, MAKE_HALF)

/** Everything in the pod happened this number of days earlier; what is due by then is done. */
export const passTime = (world: Clock, pod: Pick<Subject, 'id'>, days: number) => move(world, pod, earlier(days))
