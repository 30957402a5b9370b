/** Asks of check-ins: a member takes the ask of another one, gives it back, and its author says what became of it. */
import { sql } from 'kysely'
import { type AskAnswer, SAY_ASKS } from '#contract/ask-words.ts'
import { type CheckIn, roundFaults } from '#contract/rounds.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { lockPodRow, noteSign } from '../pods/pods.ts'
import { CHECK_IN, CHECK_IN_JOINS, type CheckInRow, checkInOf } from './check-in-rows.ts'
import { roundFacts } from './facts.ts'
import { isInActivePodOf } from './rules.ts'

interface Found extends CheckInRow {
  pod_id: string
}

async function read(ctx: Ctx, id: string, viewer: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select ${CHECK_IN(viewer)}, r.pod_id from check_ins c ${CHECK_IN_JOINS} join rounds r on r.id = c.round_id
    where c.id = ${id}::uuid and ${isInActivePodOf(sql`r.pod_id`, sql`${viewer}::uuid`)}`.execute(ctx.db)
  return rows[0] ?? refuse(roundFaults.noCheckIn)
}

type AskFact = Parameters<typeof roundFacts.askChanged> extends [unknown, ...infer Rest] ? Rest : never

/**
 * Locks the pod, as everyone does who changes its check-ins, and calls `change` with the check-in. It returns the fact to
 * record, or null if it changed nothing.
 */
async function changeAsk(
  ctx: Ctx,
  id: string,
  change: (ctx: Ctx, found: Found) => Promise<AskFact | null>,
): Promise<CheckIn> {
  const { id: viewer } = mustBeMember(ctx, SAY_ASKS.signIn)
  await inTransaction(ctx, async (ctx) => {
    // a call from outside locks nothing
    const { pod_id } = await read(ctx, id, viewer)
    await lockPodRow(ctx, pod_id)
    const found = await read(ctx, id, viewer)
    const changed = await change(ctx, found)
    await noteSign(ctx, pod_id, viewer)
    const ref = { pod_id, round_id: found.round_id, check_in_id: id }
    if (changed) await record(ctx, roundFacts.askChanged(ref, ...changed))
  })
  return checkInOf(await read(ctx, id, viewer))
}

/** The same again changes nothing; other words replace those that the taker said before. */
export const takeAsk = (ctx: Ctx, { id, words }: { id: string; words: string | null }): Promise<CheckIn> =>
  changeAsk(ctx, id, async ({ db, viewer }, found) => {
    if (found.taker && !found.is_taker)
      refuse({ ...roundFaults.askTaken, message: SAY_ASKS.takenBy(nameOf(found.taker)) })
    if (found.is_taker && found.taken_words === words) return null
    if (!found.is_taker && !found.can_take) refuse(roundFaults.askNotOpen)
    const { rows } = await sql<{ is_first: boolean }>`
      insert into check_in_asks as k (check_in_id, taken_by, taken_at, words) values (${id}::uuid, ${viewer!.id}::uuid, now(), ${words})
      on conflict (check_in_id) do update set (taken_by, taken_at, words) = (excluded.taken_by, excluded.taken_at, excluded.words)
      returning k.xmax = 0 as is_first`.execute(db)
    // after the answer "still open" there is a row, and no taking sends a mail: otherwise each of many would
    return ['ask.taken', { is_first: rows[0]!.is_first }]
  })

const nameOf = ({ author_display_name, author_username }: NonNullable<CheckInRow['taker']>) =>
  author_display_name || author_username || ''

/** The taker gives the ask back, or its author opens it again. Changes nothing for others, and once it has happened. */
export const giveBackAsk = (ctx: Ctx, { id }: { id: string }): Promise<CheckIn> =>
  changeAsk(ctx, id, async ({ db }, { can_release, is_own, answer }) => {
    if (!can_release) return null
    // without its row the ask is new again: its author gets a mail about the next taker, and only he can cause that
    if (is_own && answer === null) {
      await sql`delete from check_in_asks k where k.check_in_id = ${id}::uuid`.execute(db)
      return ['ask.given_back']
    }
    await sql`update check_in_asks k set taken_by = null, taken_at = null, words = null where k.check_in_id = ${id}::uuid`.execute(
      db,
    )
    return ['ask.given_back']
  })

export const settleAsk = (ctx: Ctx, { id, answer }: { id: string; answer: AskAnswer }): Promise<CheckIn> =>
  changeAsk(ctx, id, async ({ db }, found) => {
    if (!found.is_own || found.ask === null) refuse(roundFaults.noCheckIn)
    if (found.answer === answer) return null
    await sql`insert into check_in_asks as k (check_in_id, answer, answered_at) values (${id}::uuid, ${answer}, now())
        on conflict (check_in_id) do update set (answer, answered_at) = (excluded.answer, excluded.answered_at)`.execute(
      db,
    )
    return ['ask.answered', { answer }]
  })
