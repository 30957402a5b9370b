/**
 * What administrators do about a case in which somebody may be in danger, before they decide it: open it, take it, and
 * write to the author. Lock order: the case, then its row in `dangers`, as for a decision.
 */
import { sql } from 'kysely'
import { adminFaults, type Case } from '#contract/admin.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { addUrgentMails } from '../kernel/jobs/jobs.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { mailableMember } from '../members/members.ts'
import { findCase } from './cases.ts'
import { refuseDecided } from './decisions.ts'
import { adminFacts } from './facts.ts'
import { wordMail } from './mails.ts'

/** Opening it again changes nothing: the first one is remembered. */
export async function openReport(ctx: Ctx, { id }: { id: string }): Promise<Case> {
  await inTransaction(ctx, (ctx) => open(ctx, id))
  return (await findCase(ctx, id)) ?? refuse(adminFaults.noCase)
}

/**
 * Ends the reminders, unless the viewer is the author: an administrator who is in danger himself still needs another one.
 * Waits for a reminder that is being written at the moment.
 */
async function open(ctx: Ctx, id: string): Promise<void> {
  const viewer = ctx.viewer?.id ?? null
  const { rows } = await sql<{ is_first: boolean; is_own: boolean }>`
    with held as materialized (
      select d.case_id, d.opened_at is null as is_first, c.author_id is not distinct from ${viewer}::uuid as is_own
      from dangers d join report_cases c on c.id = d.case_id where d.case_id = ${id}::uuid for update of d),
    opened as (
      update dangers d set opened_at = coalesce(d.opened_at, now()), due_at = null,
        opened_by = case when h.is_first then ${viewer}::uuid else d.opened_by end
      from held h where d.case_id = h.case_id and not h.is_own)
    select h.is_first, h.is_own from held h`.execute(ctx.db)
  const [held] = rows
  if (!held) await refuseWithoutDanger(ctx, id)
  if (held?.is_first && !held.is_own) await record(ctx, adminFacts.reportOpened(id))
}

async function refuseWithoutDanger(ctx: Ctx, id: string): Promise<never> {
  refuse((await findCase(ctx, id)) ? adminFaults.noDanger : adminFaults.noCase)
}

/** If two administrators take it at the same time, the second one is told who has it. His own second call changes nothing. */
export async function takeReport(ctx: Ctx, { id }: { id: string }): Promise<Case> {
  const viewer = ctx.viewer?.id ?? null
  await inTransaction(ctx, async (ctx) => {
    const { rows: found } = await sql<{ is_open: boolean; is_own: boolean }>`
      select c.decided_at is null as is_open, c.author_id is not distinct from ${viewer}::uuid as is_own
      from report_cases c where c.id = ${id}::uuid for update`.execute(ctx.db)
    if (!found[0]?.is_open) await refuseDecided(ctx, id)
    if (found[0]?.is_own) refuse(adminFaults.ownCase)
    await open(ctx, id)
    const { rows } = await sql<{ taken_by: string | null }>`
      select d.taken_by from dangers d where d.case_id = ${id}::uuid`.execute(ctx.db)
    const taken_by = rows[0]?.taken_by ?? null
    if (taken_by === viewer) return
    if (taken_by) await refuseTaken(ctx, id)
    await sql`update dangers d set taken_by = ${viewer}::uuid, taken_at = now() where d.case_id = ${id}::uuid`.execute(
      ctx.db,
    )
    await record(ctx, adminFacts.reportTaken(id))
  })
  return (await findCase(ctx, id)) ?? refuse(adminFaults.noCase)
}

async function refuseTaken(ctx: Ctx, id: string): Promise<never> {
  const by = (await findCase(ctx, id))?.danger?.taken_by
  const who = by?.display_name ?? by?.username ?? 'Somebody'
  return refuse({ ...adminFaults.taken, message: `${who} has taken this already` })
}

interface Word {
  id: string
  word_id: string
  words: string
}

/** Also after the decision: a man whose post is removed may need a word most. */
export async function writeToAuthor(ctx: Ctx, { id, word_id, words }: Word): Promise<Case> {
  await inTransaction(ctx, async (ctx) => {
    await open(ctx, id)
    const { rows } = await sql<{ author_id: string | null; is_sent: boolean }>`
      select c.author_id, d.word_id is not distinct from ${word_id}::uuid as is_sent
      from dangers d join report_cases c on c.id = d.case_id where d.case_id = ${id}::uuid`.execute(ctx.db)
    const { author_id, is_sent } = rows[0]!
    if (is_sent) return
    const author = author_id ?? refuse(adminFaults.noAuthor)
    if (author === ctx.viewer?.id) refuse(adminFaults.ownCase)
    const to = (await mailableMember(ctx, author)) ?? refuse(adminFaults.noAddress)
    await sql`update dangers d set word_id = ${word_id}::uuid, word_by = ${ctx.viewer?.id ?? null}::uuid, word_at = now()
      where d.case_id = ${id}::uuid`.execute(ctx.db)
    await addUrgentMails(ctx.db, [{ ...wordMail(words), to }])
    await record(ctx, adminFacts.authorWrittenTo(author, words))
  })
  return (await findCase(ctx, id)) ?? refuse(adminFaults.noCase)
}
