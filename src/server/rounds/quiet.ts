/** Answering the request to write to a quiet member, saying that one is still here, and being left alone. */
import { sql } from 'kysely'
import { HOST_WORDS, LEFT_ALONE_WEEKS } from '#contract/host-words.ts'
import { hostFaults } from '#contract/round-host-calls.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { refuse, refuseField } from '../kernel/refuse.ts'
import { changeOwnPlace, comeBack } from './own-place.ts'
import { getRounds } from './reading.ts'
import { isInPod } from './rules.ts'

export async function answerWriteRequest(
  ctx: Ctx,
  { pod_id, answer }: { pod_id: string; answer: 'done' | 'pass' },
): Promise<RoundsOfPod> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const { rows } = await retried(ctx, () =>
    sql<{ is_in: boolean; done: boolean }>`
      select ${isInPod(pod_id, viewer)} as is_in,
        answer_write_request(${pod_id}::uuid, ${viewer}::uuid, ${answer === 'pass'}::boolean) as done`.execute(ctx.db),
  )
  if (!rows[0]!.is_in) refuse(roundFaults.notFound)
  if (!rows[0]!.done) refuse(hostFaults.notAsked)
  return getRounds(ctx, { pod_id })
}

/** Every change of the own place is a sign, so this changes nothing else. */
export const stayInPod = (ctx: Ctx, { pod_id }: { pod_id: string }): Promise<RoundsOfPod> =>
  changeOwnPlace(ctx, pod_id, {})

export async function setLeftAlone(ctx: Ctx, { pod_id, until }: { pod_id: string; until: Date }): Promise<RoundsOfPod> {
  const { rows } = await sql<{ is_past: boolean; is_far: boolean }>`
    select ${until}::timestamptz <= now() as is_past,
      ${until}::timestamptz > now() + ${`${LEFT_ALONE_WEEKS.max} weeks 1 day`}::interval as is_far`.execute(ctx.db)
  if (rows[0]!.is_past) refuseField('until', HOST_WORDS.untilPast)
  if (rows[0]!.is_far) refuseField('until', HOST_WORDS.untilFar)
  return changeOwnPlace(ctx, pod_id, { left_until: sql`${until}::timestamptz` })
}

export async function endLeftAlone(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<RoundsOfPod> {
  await comeBack(ctx, pod_id, false)
  return changeOwnPlace(ctx, pod_id, {})
}
