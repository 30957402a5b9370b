/** Taking over the open round as its host, and declining. */
import { type RawBuilder, sql } from 'kysely'
import { hostFaults } from '#contract/round-host-calls.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { notifyFor } from '../kernel/stream/stream.ts'
import { roundFacts } from './facts.ts'
import { getRounds } from './reading.ts'

type HostEnd = 'missing' | 'closed' | 'same' | 'over' | 'taken' | 'declined'

type Change = (round_id: string, viewer: string) => RawBuilder<{ end: HostEnd }>

const changeHost =
  (change: Change) =>
  async (ctx: Ctx, { round_id }: { round_id: string }): Promise<RoundsOfPod> => {
    const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
    const { rows } = await retried(ctx, () => change(round_id, viewer).execute(ctx.db))
    const { end } = rows[0]!
    if (end === 'missing') refuse(roundFaults.noRound)
    if (end === 'closed') refuse(roundFaults.closed)
    if (end === 'over') refuse(hostFaults.turnOver)
    const { rows: found } = await sql<{ pod_id: string; host_id: string | null }>`
      select r.pod_id, r.host_id from rounds r where r.id = ${round_id}::uuid`.execute(ctx.db)
    const { pod_id, host_id } = found[0] ?? refuse(roundFaults.noRound)
    if (end !== 'same') notifyFor(ctx, roundFacts.hosted({ pod_id, round_id, host_id }))
    return getRounds(ctx, { pod_id })
  }

/** A member who has not had his turn in the open round may host it instead; if nobody hosts it, any member (`may_host`). */
export const takeHost = changeHost(
  (round_id, viewer) => sql`select take_host(${round_id}::uuid, ${viewer}::uuid) as end`,
)
/** The next member follows by itself. */
export const declineHost = changeHost(
  (round_id, viewer) => sql`select decline_host(${round_id}::uuid, ${viewer}::uuid) as end`,
)
