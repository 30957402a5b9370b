/** An administrator decides: what is decided is decided once, and written into the log with the deed itself. */
import { sql } from 'kysely'
import { adminFaults, type Case, type Decided, type Decision } from '#contract/admin.ts'
import { isRemovable, type RestorableKind, THING_WORDS, type ThingKind } from '#contract/thing-words.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { SHUT } from '../kernel/http/http.ts'
import { refuse } from '../kernel/refuse.ts'
import { recordFact } from '../kernel/stream/stream.ts'
import { recordAct } from '../members/members.ts'
import { THINGS } from '../things/things.ts'
import { findCase } from './cases.ts'
import { mustSuspend } from './standings.ts'

interface Verdict {
  id: string
  decision: Decision
  reason?: string | undefined
}

interface Held {
  kind: ThingKind
  subject_id: string
  author_id: string | null
}

const DECIDED: Record<Decision, Decided> = { dismiss: 'dismissed', remove: 'removed', suspend: 'suspended' }

/** Lock order: the case, then what the deed itself holds. Of two at once the second is told what the first decided. */
export async function decideReport(ctx: Ctx, { id, decision, reason = '' }: Verdict): Promise<Case> {
  const topic = await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<Held>`
      update report_cases c set decided_at = now(), decided_by = ${ctx.viewer?.id ?? null}::uuid,
        decision = ${DECIDED[decision]}, reason = ${decision === 'dismiss' ? null : reason}
      where c.id = ${id}::uuid and c.decided_at is null returning c.kind, c.subject_id, c.author_id`.execute(ctx.db)
    const held = rows[0] ?? (await refuseDecided(ctx, id))
    await recordFact(ctx, 'report.decided', { case_id: id, decision: DECIDED[decision] })
    if (decision === 'remove') return remove(ctx, held, reason)
    if (decision === 'suspend') await mustSuspend(ctx, held.author_id ?? refuse(adminFaults.noAuthor), reason)
    else await recordAct(ctx, 'report.dismissed', id, null)
    return null
  })
  ringFor(ctx, topic)
  return (await findCase(ctx, id)) ?? refuse(adminFaults.noCase)
}

async function refuseDecided(ctx: Ctx, id: string): Promise<never> {
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

/** The topic to be rung, if there is one. */
async function remove(ctx: Ctx, { kind, subject_id }: Held, reason: string): Promise<string | null> {
  if (!isRemovable(kind)) refuse(adminFaults.notRemovable)
  const done = await THINGS[kind].remove(ctx, subject_id, reason)
  if (!done) refuse(adminFaults.gone)
  await recordAct(ctx, `${kind}.removed`, subject_id, reason)
  return done === true ? null : done
}

type Restorable = { kind: RestorableKind; id: string }

/** Of what was decided before, or was given back by mistake: without a report anew. Lock order: as of a decision. */
export async function removeThing(ctx: Ctx, { kind, id, reason }: Restorable & { reason: string }) {
  const topic = await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ id: string }>`
      update report_cases c set decided_at = now(), decided_by = ${ctx.viewer?.id ?? null}::uuid, decision = 'removed',
        reason = ${reason}
      where c.kind = ${kind} and c.subject_id = ${id}::uuid and c.decided_at is null returning c.id`.execute(ctx.db)
    for (const open of rows) await recordFact(ctx, 'report.decided', { case_id: open.id, decision: 'removed' })
    const done = await THINGS[kind].remove(ctx, id, reason)
    if (!done) refuse(adminFaults.notThere)
    await recordAct(ctx, `${kind}.removed`, id, reason)
    return done === true ? null : done
  })
  ringFor(ctx, topic)
  return { id }
}

export async function restoreThing(ctx: Ctx, { kind, id }: Restorable) {
  await inTransaction(ctx, async (ctx) => {
    const done = await THINGS[kind].restore(ctx, id)
    if (!done) refuse(adminFaults.notRemoved)
    await recordAct(ctx, `${kind}.restored`, id, null)
  })
  ringFor(ctx, null)
  return { id }
}

/** Nothing that was drawn for visitors before is given to anybody after it. */
function ringFor(ctx: Ctx, topic: string | null): void {
  ctx.live.ring(SHUT)
  if (topic) ctx.live.ring(topic)
}
