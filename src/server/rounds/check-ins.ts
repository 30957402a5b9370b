/** Checking in, and deleting a check-in: by its author, or by an administrator. */
import { sql } from 'kysely'
import type * as z from 'zod'
import type { NewCheckIn } from '#contract/round-inputs.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type CheckIn, roundFaults } from '#contract/rounds.ts'
import { type Ctx, inTransaction, mustBeMember, retried } from '../kernel/ctx.ts'
import { forgetWordsAbout } from '../kernel/jobs/jobs.ts'
import { refuse } from '../kernel/refuse.ts'
import { notifyFor, record } from '../kernel/stream/stream.ts'
import { keepSign, lockAndNoteSign } from '../pods/pods.ts'
import { CHECK_IN, CHECK_IN_JOINS, type CheckInRow, checkInOf } from './check-in-rows.ts'
import { roundFacts } from './facts.ts'
import { roundsQuoting } from './quoting-mails.ts'
import { type CheckInEnd, whyNotCheckIn } from './rules.ts'

/** One statement, so that fifty members at once wait for nothing but their pod. The same content again changes nothing. */
export async function checkIn(ctx: Ctx, input: z.output<typeof NewCheckIn>): Promise<CheckIn> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  const { round_id, seen_at, commitment, private_lines, ...said } = input
  const filled = { ...said, commitment: commitment?.action ?? null }
  const columns = {
    ...said,
    commitment_cue: commitment?.cue ?? null,
    commitment_action: commitment?.action ?? null,
    // in one order and without empty lines, so that the same content is recognised
    private_lines: [...new Set(private_lines)].filter((name) => filled[name] !== null).sort(),
  }
  const { rows } = await retried(ctx, () =>
    sql<{ end: CheckInEnd }>`
      select check_in(${round_id}::uuid, ${viewer}::uuid, ${JSON.stringify(columns)}::jsonb, ${seen_at}::timestamptz) as end`.execute(
      ctx.db,
    ),
  )
  const { end } = rows[0]!
  const why = whyNotCheckIn(end)
  if (why) refuse(why)
  const { rows: found } = await sql<CheckInRow & { pod_id: string }>`
    select ${CHECK_IN(viewer)}, r.pod_id from check_ins c ${CHECK_IN_JOINS} join rounds r on r.id = c.round_id
    where c.round_id = ${round_id}::uuid and c.user_id = ${viewer}::uuid`.execute(ctx.db)
  // he may have deleted it on another device a moment ago
  const row = found[0] ?? refuse(roundFaults.changed)
  if (end !== 'same') notifyFor(ctx, roundFacts.checkedIn({ pod_id: row.pod_id, round_id, check_in_id: row.id }))
  return checkInOf(row)
}

/** Locks the pod first, as checking in does. A member deletes his own, also of a closed round and of a pod that he has left. */
export async function deleteCheckIn(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ pod_id: string; round_id: string }>`
      select r.pod_id, r.id as round_id from check_ins c join rounds r on r.id = c.round_id
      where c.id = ${id}::uuid and c.user_id = ${viewer}::uuid`.execute(ctx.db)
    const [found] = rows
    if (!found) refuse(roundFaults.noCheckIn)
    // deleting a check-in keeps the sign that it was, so that he does not become quiet
    await lockAndNoteSign(ctx, found.pod_id, viewer)
    const quoted = await roundsQuoting(ctx, [id])
    if (!(await deleteRow(ctx, id))) refuse(roundFaults.noCheckIn)
    await forgetWordsAbout(ctx.db, quoted, viewer)
    await record(ctx, roundFacts.deleted({ ...found, check_in_id: id }))
  })
  return { id }
}

async function deleteRow({ db }: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from check_ins c where c.id = ${id}::uuid returning 1`.execute(db)
  return rows.length > 0
}

/** An administrator removes a check-in, in the transaction of his decision. Returns false if it no longer exists. */
export async function removeCheckIn(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ pod_id: string; round_id: string; author_id: string; sent_at: Date }>`
    select r.pod_id, r.id as round_id, c.user_id as author_id, c.created_at as sent_at from check_ins c join rounds r on r.id = c.round_id
    where c.id = ${id}::uuid`.execute(ctx.db)
  const [found] = rows
  if (!found) return false
  const { author_id, sent_at, ...round } = found
  await keepSign(ctx, round.pod_id, author_id, sent_at)
  const quoted = await roundsQuoting(ctx, [id])
  if (!(await deleteRow(ctx, id))) return false
  await forgetWordsAbout(ctx.db, quoted, author_id)
  await record(ctx, roundFacts.removed({ ...round, check_in_id: id }, author_id, reason))
  return true
}

const BATCH_SIZE = 100

/** Deletes all check-ins of the member in one pod, in batches. */
export async function deleteOwnCheckIns(ctx: Ctx, { pod_id }: { pod_id: string }): Promise<{ deleted: number }> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
  for (let deleted = 0; ; ) {
    const { rows } = await sql<{ id: string }>`
      select c.id from check_ins c join rounds r on r.id = c.round_id
      where c.user_id = ${viewer}::uuid and r.pod_id = ${pod_id}::uuid limit ${sql.lit(BATCH_SIZE)}`.execute(ctx.db)
    if (rows.length === 0) return { deleted }
    deleted += await deleteBatch(
      ctx,
      pod_id,
      rows.map(({ id }) => id),
    )
  }
}

const deleteBatch = (ctx: Ctx, pod_id: string, ids: string[]): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const { id: viewer } = mustBeMember(ctx, SAY_ROUNDS.signIn)
    await lockAndNoteSign(ctx, pod_id, viewer)
    const { rows } = await sql<{ id: string; round_id: string }>`
      select c.id, c.round_id from check_ins c where c.id = any(${ids}::uuid[]) and c.user_id = ${viewer}::uuid`.execute(
      ctx.db,
    )
    const quoted = await roundsQuoting(
      ctx,
      rows.map(({ id }) => id),
    )
    await sql`delete from check_ins c where c.id = any(${ids}::uuid[]) and c.user_id = ${viewer}::uuid`.execute(ctx.db)
    await forgetWordsAbout(ctx.db, quoted, viewer)
    for (const { id, round_id } of rows) await record(ctx, roundFacts.deleted({ pod_id, round_id, check_in_id: id }))
    return rows.length
  })
