/** Moves the rounds of a pod in time, as if their day had come: tests do not wait for days. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import type { Subject, World } from './world.ts'

type Clock = Pick<World, 'db'>

/** Gives the pod a rhythm without calling the operation. */
export const giveRhythm = ({ db }: Clock, pod: Pick<Subject, 'id'>, { weeks = 1, season_rounds = 8 } = {}) =>
  sql`insert into rhythms (pod_id, weekday, local_time, time_zone, weeks, season_rounds, next_on, next_at)
    select ${pod.id}, extract(isodow from day), '12:00', 'UTC', ${weeks}, ${season_rounds}, day, day + time '12:00'
    from (select (now() at time zone 'UTC')::date + 3 as day) d`.execute(db)

/** The next round is due, a minute ago, and opens. Returns its id. */
export async function openRound(world: Clock, pod: Pick<Subject, 'id'>): Promise<string> {
  await sql`update rhythms set weekday = extract(isodow from d.day), local_time = d.at::time, time_zone = 'UTC', next_on = d.day,
      next_at = moment_of(d.day, d.at::time(0), 'UTC')
    from (select (now() at time zone 'UTC' - interval '1 minute')::date as day, now() at time zone 'UTC' - interval '1 minute' as at) d
    where pod_id = ${pod.id}`.execute(world.db)
  // its members were in it before
  await sql`update pod_members set joined_at = joined_at - interval '1 hour' where pod_id = ${pod.id}`.execute(world.db)
  await turnRounds(world.db)
  const { rows } = await sql<{ id: string }>`
    select id from rounds where pod_id = ${pod.id} and closed_at is null`.execute(world.db)
  if (!rows[0]) throw new Error('No round was opened')
  return rows[0].id
}

/** The open round is over, and closes. All rounds of the pod move back by its weeks, so that the next one has a day of its own. */
export async function closeRound(world: Clock, pod: Pick<Subject, 'id'>): Promise<void> {
  await sql`update rounds set opens_at = opens_at - interval '7 days', closes_at = closes_at - interval '7 days',
      closed_at = closed_at - interval '7 days'
    where pod_id = ${pod.id}`.execute(world.db)
  await sql`update pod_members set joined_at = joined_at - interval '7 days' where pod_id = ${pod.id}`.execute(world.db)
  await sql`update check_ins c set created_at = c.created_at - interval '7 days', updated_at = c.updated_at - interval '7 days'
    from rounds r where r.id = c.round_id and r.pod_id = ${pod.id}`.execute(world.db)
  await sql`update round_places set paused_at = paused_at - interval '7 days', paused_until = paused_until - interval '7 days'
    where pod_id = ${pod.id}`.execute(world.db)
  await turnRounds(world.db)
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
