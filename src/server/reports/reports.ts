/**
 * Reports: a member reports a thing to the administrators; a snapshot of it is stored (docs/decisions/024). A report of danger
 * wakes them by mail (danger.ts).
 */
import { sql } from 'kysely'
import { reportFaults } from '#contract/reports.ts'
import { type ReportReason, SAY_SAFETY } from '#contract/safety-words.ts'
import type { ThingKind } from '#contract/thing-words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { type SeenThing, seeThing } from '../things/things.ts'
import { noteDanger } from './danger.ts'
import { reportFacts } from './facts.ts'
import { whyNotReport } from './rules.ts'

export { dangerJobs } from './danger.ts'
export { expiredCases } from './expired.ts'
export type { ReportFact } from './facts.ts'
export { deleteProfileCases } from './leaving.ts'
export { reportParts } from './own-data.ts'

interface Report {
  kind: ThingKind
  id: string
  reason: ReportReason
  note?: string | null | undefined
}

/**
 * Each thing has at most one open case, and each member at most one report in it. Reporting again changes nothing, unless
 * the member says only then that somebody may be in danger.
 */
export async function reportThing(ctx: Ctx, input: Report): Promise<Pick<Report, 'kind' | 'id'>> {
  const viewer = mustBeMember(ctx, SAY_SAFETY.signInToReport)
  const { kind, id } = input
  const thing =
    (await seeThing(ctx, { id: viewer.id, administrators: ctx.adminEmails }, kind, id)) ?? refuse(reportFaults.notFound)
  const why = whyNotReport(viewer, thing)
  if (why) refuse(why)
  await inTransaction(ctx, (ctx) => write(ctx, viewer.id, input, thing)).catch((error: unknown) => {
    // the author has deleted his account in the meantime
    if (isBreach(error, 'gone')) refuse(reportFaults.notFound)
    throw error
  })
  return { kind, id }
}

/** The case's row stays locked until the transaction ends, so nobody decides the case in between. */
async function write(ctx: Ctx, reporter: string, { kind, id, reason, note = null }: Report, thing: SeenThing) {
  const { author_id, ...words } = thing
  const snapshot = JSON.stringify(words)
  const { rows } = await sql<{ case_id: string; is_same: boolean }>`
    insert into report_cases as c (kind, subject_id, author_id, snapshot)
    values (${kind}, ${id}::uuid, ${author_id}::uuid, ${snapshot}::jsonb)
    on conflict (kind, subject_id) where decided_at is null do update set reporters = c.reporters
    returning c.id as case_id, c.snapshot = ${snapshot}::jsonb as is_same`.execute(ctx.db)
  const { case_id, is_same } = rows[0]!
  const made = await ctx.db
    .insertInto('reports')
    .values({ case_id, reporter_id: reporter, reason, note, snapshot: is_same ? null : snapshot })
    .onConflict((conflict) => conflict.columns(['case_id', 'reporter_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    if (reason === 'danger' && (await changeToDanger(ctx, { case_id, reporter, note }))) await noteDanger(ctx, case_id)
    return
  }
  await sql`update report_cases set reporters = reporters + 1 where id = ${case_id}`.execute(ctx.db)
  await record(ctx, reportFacts.sent(case_id, kind, id))
  if (reason === 'danger') await noteDanger(ctx, case_id)
}

async function changeToDanger(ctx: Ctx, of: { case_id: string; reporter: string; note: string | null }) {
  const { rows } = await sql`
    update reports r set reason = 'danger', note = coalesce(${of.note}, r.note)
    where r.case_id = ${of.case_id}::uuid and r.reporter_id = ${of.reporter}::uuid and r.reason <> 'danger'
    returning r.id`.execute(ctx.db)
  return rows.length > 0
}
