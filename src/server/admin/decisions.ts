/**
 * Decisions of administrators. A case is decided once; the administrators' log is written from the facts of the
 * decisions.
 */
import { sql } from 'kysely'
import { adminFaults, type Case, type Decided, type Decision } from '#contract/admin.ts'
import { isRemovable, type RestorableKind, THING_WORDS, type ThingKind } from '#contract/thing-words.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { THINGS } from '../things/things.ts'
import { findCase } from './cases.ts'
import { adminFacts } from './facts.ts'
import { mustSuspend } from './standings.ts'

interface Verdict {
  id: string
  decision: Decision
  reason?: string | undefined
}

interface OpenCase {
  kind: ThingKind
  subject_id: string
  author_id: string | null
}

const DECIDED: Record<Decision, Decided> = { dismiss: 'dismissed', remove: 'removed', suspend: 'suspended' }

/**
 * Lock order: the case, then what the decision itself locks. If two administrators decide at the same time, the second
 * one is told what the first decided.
 */
export async function decideReport(ctx: Ctx, { id, decision, reason = '' }: Verdict): Promise<Case> {
  await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<OpenCase>`
      update report_cases c set decided_at = now(), decided_by = ${ctx.viewer?.id ?? null}::uuid,
        decision = ${DECIDED[decision]}, reason = ${decision === 'dismiss' ? null : reason}
      where c.id = ${id}::uuid and c.decided_at is null returning c.kind, c.subject_id, c.author_id`.execute(ctx.db)
    const found = rows[0] ?? (await refuseDecided(ctx, id))
    await record(ctx, adminFacts.reportDecided(id, DECIDED[decision]))
    if (decision === 'remove') await remove(ctx, found, reason)
    if (decision === 'suspend') await mustSuspend(ctx, found.author_id ?? refuse(adminFaults.noAuthor), reason)
  })
  return (await findCase(ctx, id)) ?? refuse(adminFaults.noCase)
}

export async function refuseDecided(ctx: Ctx, id: string): Promise<never> {
  const { decision, decided_by, kind } = (await findCase(ctx, id)) ?? refuse(adminFaults.noCase)
  if (!decision) refuse(adminFaults.noCase)
  const who = decided_by?.display_name ?? decided_by?.username ?? 'Somebody'
  const how = {
    dismissed: 'nothing is wrong',
    removed: `the ${THING_WORDS[kind].word} was removed`,
    suspended: 'the member was suspended',
  }
  return refuse({ ...adminFaults.decided, message: `${who} has decided this already: ${how[decision]}` })
}

async function remove(ctx: Ctx, { kind, subject_id }: OpenCase, reason: string): Promise<void> {
  if (!isRemovable(kind)) refuse(adminFaults.notRemovable)
  if (!(await THINGS[kind].remove(ctx, subject_id, reason))) refuse(adminFaults.gone)
}

type Restorable = { kind: RestorableKind; id: string }

/**
 * Removes something without a new report: what was decided before, or restored by mistake. Lock order as for a
 * decision.
 */
export async function removeThing(ctx: Ctx, { kind, id, reason }: Restorable & { reason: string }) {
  await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ id: string }>`
      update report_cases c set decided_at = now(), decided_by = ${ctx.viewer?.id ?? null}::uuid, decision = 'removed',
        reason = ${reason}
      where c.kind = ${kind} and c.subject_id = ${id}::uuid and c.decided_at is null returning c.id`.execute(ctx.db)
    for (const open of rows) await record(ctx, adminFacts.reportDecided(open.id, 'removed'))
    if (!(await THINGS[kind].remove(ctx, id, reason))) refuse(adminFaults.notThere)
  })
  return { id }
}

export async function restoreThing(ctx: Ctx, { kind, id }: Restorable) {
  await inTransaction(ctx, async (ctx) => {
    const done = await THINGS[kind].restore(ctx, id)
    if (!done) refuse(adminFaults.notRemoved)
  })
  return { id }
}
