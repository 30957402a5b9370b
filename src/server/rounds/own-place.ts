/** What a member sets for himself in a pod: his pause and his reminders. Nobody else reads it. */
import { type RawBuilder, sql } from 'kysely'
import { type PauseReason, type Reminders, ROUND, SAY_ROUNDS, type StoppableMail } from '#contract/round-words.ts'
import { type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { isBreach, refuse, refuseField } from '../kernel/refuse.ts'
import { getRounds } from './reading.ts'
import { isInActivePod } from './rules.ts'

interface NewPause {
  pod_id: string
  reason: PauseReason
  until: Date | null
}

/** A second pause replaces the first one. */
export async function setPause(ctx: Ctx, { pod_id, reason, until }: NewPause): Promise<RoundsOfPod> {
  const { rows } = await sql<{ is_past: boolean; is_far: boolean }>`
    select ${until}::timestamptz <= now() as is_past,
      ${until}::timestamptz > now() + make_interval(years => ${sql.lit(ROUND.pauseYears)}) as is_far`.execute(ctx.db)
  if (rows[0]!.is_past) refuseField('until', 'Choose a day that is still to come')
  if (rows[0]!.is_far) refuseField('until', SAY_ROUNDS.pauseTooLong)
  return changeOwnPlace(ctx, pod_id, {
    paused_at: sql`coalesce(case when ${stillPaused} then w.paused_at end, now())`,
    paused_until: sql`${until}::timestamptz`,
    pause_reason: sql`${reason}`,
  })
}

const stillPaused = sql`(w.paused_until is null or w.paused_until > now())`

/** The open round is not counted, and he gets the mail that it is open. */
export const endPause = async (ctx: Ctx, { pod_id }: { pod_id: string }): Promise<RoundsOfPod> => {
  await comeBack(ctx, pod_id, true)
  return changeOwnPlace(ctx, pod_id, {})
}

/** Ends the viewer's pause, or his weeks without questions. Does nothing if there is none. */
export async function comeBack(ctx: Ctx, pod_id: string, isPause: boolean): Promise<void> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  await retried(ctx, () =>
    sql`select come_back(${pod_id}::uuid, ${viewer}::uuid, ${isPause}::boolean) where ${isInActivePod(pod_id, viewer)}`.execute(
      ctx.db,
    ),
  )
}

export const setStoppedMails = (
  ctx: Ctx,
  { pod_id, stopped }: { pod_id: string; stopped: StoppableMail[] },
): Promise<RoundsOfPod> => changeOwnPlace(ctx, pod_id, { stopped_mails: sql`${[...new Set(stopped)].sort()}::text[]` })

export const setReminders = (
  ctx: Ctx,
  { pod_id, reminders }: { pod_id: string; reminders: Reminders },
): Promise<RoundsOfPod> => changeOwnPlace(ctx, pod_id, { reminders: sql`${reminders}` })

type Column = 'reminders' | 'stopped_mails' | 'paused_at' | 'paused_until' | 'pause_reason' | 'left_until'

/** Changes these columns of the viewer's own row; `w` is its alias. Every change counts as a sign. */
export async function changeOwnPlace(
  ctx: Ctx,
  pod_id: string,
  columns: Partial<Record<Column, RawBuilder<unknown>>>,
): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const values = { ...columns, signed_at: sql`now()` }
  const set = sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
  await retried(ctx, async () => {
    const { rows } = await sql`
      with made as (
        insert into round_places (pod_id, user_id) select ${pod_id}::uuid, ${viewer}::uuid where ${isInActivePod(pod_id, viewer)}
        on conflict do nothing)
      select ${isInActivePod(pod_id, viewer)} as is_in`
      .execute(ctx.db)
      // he was taken out at this moment
      .catch((error: unknown) => (isBreach(error, 'gone') ? refuse(roundFaults.notFound) : Promise.reject(error)))
    if (!(rows[0] as { is_in: boolean }).is_in) refuse(roundFaults.notFound)
  })
  await retried(ctx, () =>
    sql`update round_places w set ${set} where w.pod_id = ${pod_id}::uuid and w.user_id = ${viewer}::uuid`.execute(
      ctx.db,
    ),
  )
  return getRounds(ctx, { pod_id })
}
