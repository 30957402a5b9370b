/** The rhythm of a pod: any of its members who is not new sets it, and ends it. */
import { sql } from 'kysely'
import type * as z from 'zod'
import type { NewRhythm } from '#contract/round-inputs.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import { mustBeZone } from '../events/events.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { lockOwnPod, setMeetingFrequency } from '../pods/pods.ts'
import { roundFacts } from './facts.ts'
import { getRounds } from './reading.ts'
import { maySetRhythm } from './rules.ts'

/**
 * Applies from the next round on: on the first such day and time that is still to come and is not before an open round closes.
 * While the pod is asked how it goes on, the next round does not come earlier: it ends the time for answers.
 * The same rhythm again changes nothing. A pod that had rounds before begins a new season.
 */
export async function setRhythm(ctx: Ctx, input: z.output<typeof NewRhythm>): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const { pod_id, weekday, time, time_zone, weeks, season_rounds } = input
  await mustBeZone(ctx, time_zone)
  await inTransaction(ctx, async (ctx) => {
    await lockToChange(ctx, pod_id, viewer)
    const { rows: before } = await sql<{ moves: boolean }>`
      select (t.time_zone, t.weeks) <> (${time_zone}, ${weeks}::int) as moves from rhythms t where t.pod_id = ${pod_id}::uuid`.execute(
      ctx.db,
    )
    const { rows } = await sql`
      with earliest as materialized (
        select greatest(now(), (select t.next_at from rhythms t
          where t.pod_id = ${pod_id}::uuid and is_season_asked(t.pod_id))) as moment),
      first as materialized (
        select d::date as day, moment_of(d::date, ${time}::time, ${time_zone}) as moment
        from earliest e, generate_series((e.moment at time zone ${time_zone})::date, (e.moment at time zone ${time_zone})::date + 14, interval '1 day') d
        where extract(isodow from d) = ${weekday}::int and moment_of(d::date, ${time}::time, ${time_zone}) > now()
          and moment_of(d::date, ${time}::time, ${time_zone}) >= e.moment
          and not exists (select from rounds r where r.pod_id = ${pod_id}::uuid and r.closed_at is null
            and r.closes_at > moment_of(d::date, ${time}::time, ${time_zone}))
        order by d limit 1)
      insert into rhythms as t (pod_id, weekday, local_time, time_zone, weeks, season_rounds, next_on, next_at, set_by, season)
        select ${pod_id}::uuid, ${weekday}::int, ${time}::time, ${time_zone}, ${weeks}::int, ${season_rounds}::int, first.day,
          first.moment, ${viewer}::uuid,
          coalesce((select max(r.season) from rounds r where r.pod_id = ${pod_id}::uuid), 0) + 1 from first
      on conflict (pod_id) do update set (weekday, local_time, time_zone, weeks, season_rounds, next_on, next_at, set_by, set_at) =
          (excluded.weekday, excluded.local_time, excluded.time_zone, excluded.weeks, excluded.season_rounds, excluded.next_on,
            excluded.next_at, excluded.set_by, now())
        where (t.weekday, t.local_time, t.time_zone, t.weeks, t.season_rounds)
          <> (excluded.weekday, excluded.local_time, excluded.time_zone, excluded.weeks, excluded.season_rounds)
      returning 1`.execute(ctx.db)
    if (rows.length === 0) return
    // other men fit now; opening the door again counts as a look at the candidates
    if (before[0]?.moves) await sql`select close_door(${pod_id}::uuid)`.execute(ctx.db)
    await setMeetingFrequency(ctx, pod_id, weeks)
    await record(ctx, roundFacts.rhythmSet(pod_id, true))
  })
  return getRounds(ctx, { pod_id })
}

/** Locks the pod for a member who may change its rhythm. */
async function lockToChange(ctx: Ctx, pod_id: string, viewer: string): Promise<void> {
  if (!(await lockOwnPod(ctx, pod_id, viewer))) refuse(roundFaults.notFound)
  const { rows } = await sql<{ is: boolean }>`select ${maySetRhythm(pod_id, viewer)} as is`.execute(ctx.db)
  if (!rows[0]!.is) refuse(roundFaults.tooNew)
}

/** An open round still closes on its day. */
export async function endRhythm(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  await inTransaction(ctx, async (ctx) => {
    await lockToChange(ctx, pod_id, viewer)
    const { rows } = await sql`delete from rhythms t where t.pod_id = ${pod_id}::uuid returning 1`.execute(ctx.db)
    if (rows.length > 0) await record(ctx, roundFacts.rhythmSet(pod_id, false))
  })
  return getRounds(ctx, { pod_id })
}
