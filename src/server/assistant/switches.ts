/** Which members and networks may not be quoted, and whether the assistant answers at all. */
import { sql } from 'kysely'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { setQuotableGroup } from '../groups/groups.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { record } from '../kernel/stream/stream.ts'
import { setQuotableMember } from '../members/members.ts'
import { assistantFacts } from './facts.ts'

interface Wish {
  is_quotable: boolean
}

/**
 * Takes effect at once for new questions and for reading answers. Sentences that quote the member are struck soon after
 * (struck-sentences.ts).
 */
export async function setQuotable(ctx: Ctx, { is_quotable }: Wish): Promise<Wish> {
  mustBeMember(ctx, SAY_ASSISTANT.signIn)
  await inTransaction(ctx, async (ctx) => {
    if (await setQuotableMember(ctx, is_quotable)) await record(ctx, assistantFacts.quotableSet(is_quotable))
  })
  return { is_quotable }
}

export async function setGroupQuotable(
  ctx: Ctx,
  { group_id, is_quotable }: Wish & { group_id: string },
): Promise<Wish & { group_id: string }> {
  mustBeMember(ctx, SAY_ASSISTANT.signIn)
  return inTransaction(ctx, async (ctx) => {
    const { id, isChanged } = await setQuotableGroup(ctx, group_id, is_quotable)
    if (isChanged) await record(ctx, assistantFacts.groupQuotableSet(id, is_quotable))
    return { group_id: id, is_quotable }
  })
}

export async function setAssistantSwitch(ctx: Ctx, { is_on }: { is_on: boolean }): Promise<{ is_on: boolean }> {
  await inTransaction(ctx, async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('assistant_settings')
      .set({ is_on })
      .where('is_on', '<>', is_on)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await record(ctx, assistantFacts.switched(is_on))
  })
  return { is_on }
}

interface Spent {
  is_on: boolean
  tokens: number
  tokens_limit: number | null
  questions: number
  /** whether there is a second retrieval pass, by meaning */
  by_meaning: boolean
}

/** The cost of this month (UTC). */
export async function getAssistantSwitch(ctx: Ctx): Promise<Spent> {
  const { rows } = await sql<Omit<Spent, 'tokens_limit' | 'by_meaning'>>`
    select t.is_on, coalesce(s.tokens, 0) as tokens, coalesce(s.questions, 0) as questions from assistant_settings t
      left join assistant_spend s on s.month = date_trunc('month', now() at time zone 'UTC')::date`.execute(ctx.db)
  return { ...rows[0]!, tokens_limit: ctx.modelMonthlyTokens, by_meaning: Boolean(ctx.embeddings) }
}
