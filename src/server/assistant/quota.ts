/**
 * The cost of questions (docs/decisions/038). A question is reserved before the search, and settled once: charged or
 * refunded. A member's usage is the number of his rows in the ledger that are reserved or charged.
 */
import { sql } from 'kysely'
import { type AssistantStatus, assistantFaults } from '#contract/assistant.ts'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { questionsOf } from '#contract/plans-words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'

export interface Usage {
  queriesUsed: number
  /** null: unlimited */
  queriesLimit: number | null
}

interface Standings {
  plan: string
  is_on: boolean
  is_quotable: boolean
  used: number
  renews_at: Date
}

async function standingOf({ db }: Pick<Ctx, 'db'>, member: string): Promise<Standings> {
  const { rows } = await sql<Standings>`
    select s.plan, s.is_quotable, a.is_on, coalesce(u.used, 0) as used,
      (assistant_month() + interval '1 month') at time zone 'utc' as renews_at
    from profiles_private s cross join assistant_settings a
    left join assistant_usage u on u.member_id = s.id and u.month = assistant_month()
    where s.id = ${member}::uuid`.execute(db)
  return rows[0] ?? refuse({ code: 'UNAUTHENTICATED', status: 401, message: SAY_ASSISTANT.signIn })
}

/** How many questions a member has used in this month, and his limit. */
export async function usageOf(ctx: Pick<Ctx, 'db'>, member: string): Promise<Usage> {
  const { plan, used } = await standingOf(ctx, member)
  return { queriesUsed: used, queriesLimit: questionsOf(plan) }
}

export async function getAssistant(ctx: Ctx): Promise<AssistantStatus> {
  const { id } = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  const { plan, used, renews_at, is_on, is_quotable } = await standingOf(ctx, id)
  return {
    ...{ queriesUsed: used, queriesLimit: questionsOf(plan), plan, renews_at },
    ...{ is_on, with_model: ctx.model !== null, is_quotable },
  }
}

export async function countMonthlyQueries(ctx: Ctx, { user_uuid }: { user_uuid: string }): Promise<number> {
  const { id } = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  if (user_uuid !== id) refuse(assistantFaults.notYourself)
  return (await usageOf(ctx, id)).queriesUsed
}

export interface NewQuestion {
  id: string
  question: string
  care: boolean
}

/**
 * Stores the question and reserves one of the month, or does neither. Returns false if a question with this id exists.
 */
export async function reserve(ctx: Ctx, { id, question, care }: NewQuestion): Promise<boolean> {
  const member = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  return inTransaction(ctx, async (ctx) => {
    const { plan, is_on, used } = await standingOf(ctx, member.id)
    if (!is_on) refuse(assistantFaults.off)
    // a question that an earlier version has refunded and kept is asked again
    const { rows: kept } = await sql`
      insert into assistant_questions as q (id, member_id, question, care)
      values (${id}::uuid, ${member.id}::uuid, ${question}, ${care})
      on conflict (id) do update set state = 'asked', dropped = 0, created_at = now(), answered_at = null
        where q.state = 'failed' and q.member_id = ${member.id}::uuid and q.question = ${question}
      returning id`.execute(ctx.db)
    if (kept.length === 0) return false
    const most = questionsOf(plan)
    const { rows } = await sql<{ reserved: boolean }>`
      select reserve_question(${id}::uuid, ${member.id}::uuid, ${most}::int) as reserved`
      .execute(ctx.db)
      .catch((error: unknown) => {
        if (isBreach(error, 'twice', 'assistant_ledger_pkey')) refuse(assistantFaults.idTaken)
        throw error
      })
    if (!rows[0]!.reserved) {
      // concurrent questions of the member may have been accepted since the usage was read
      return refuseUsedUp(ctx, Math.max(used, most ?? 0), most ?? 0)
    }
    return true
  })
}

/**
 * Returns true if the limit is reached only because of questions that are still being answered. They may be refunded,
 * so it would be wrong to say that the month is used up.
 */
async function mayBeRefunded({ db }: Ctx, member: string, most: number): Promise<boolean> {
  const { rows } = await sql<{ settled: number }>`
    select coalesce(max(u.used), 0)::int - (select count(*)::int from assistant_ledger l
      where l.member_id = ${member}::uuid and l.month = assistant_month() and l.state = 'reserved') as settled
    from assistant_usage u where u.member_id = ${member}::uuid and u.month = assistant_month()`.execute(db)
  return rows[0]!.settled < most
}

/** Refuses a question for which nothing is left of the month. */
export async function refuseUsedUp(ctx: Ctx, queriesUsed: number, most: number): Promise<never> {
  const member = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  if (await mayBeRefunded(ctx, member.id, most)) refuse(assistantFaults.underWay)
  const { limit } = assistantFaults
  refuse(limit, { error: limit.message, message: limit.message, queriesUsed })
}

/**
 * Reserves tokens for a call of the model. Returns false if the call would exceed the instance's monthly limit, or if
 * the member has caused too many calls without a result.
 */
export async function reserveTokens({ db, modelMonthlyTokens }: Ctx, id: string, tokens: number): Promise<boolean> {
  const { rows } = await sql<{ reserved: boolean }>`
    select reserve_tokens(${id}::uuid, ${tokens}::int, ${modelMonthlyTokens}::bigint) as reserved`.execute(db)
  return rows[0]!.reserved
}

export interface Outcome {
  state: 'answered' | 'refused' | 'failed'
  with_model: boolean
  /** sentences that were not shown */
  dropped: number
  /** tokens that the call used; null: unknown, the reserved ones count */
  tokens: number | null
}

/**
 * Charges an answer; refunds a refusal or a failure and deletes the question with its sentences. Settling twice has the
 * effect of settling once.
 */
export async function settle(ctx: Ctx, id: string, { state, with_model, dropped, tokens }: Outcome): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await sql`select settle_question(${id}::uuid, ${state === 'answered'}, ${tokens}::int)`.execute(db)
    if (state !== 'answered') {
      await sql`delete from assistant_questions where id = ${id}::uuid and state = 'asked'`.execute(db)
      return
    }
    await sql`update assistant_questions set state = ${state}, with_model = ${with_model}, dropped = ${dropped}, answered_at = now()
      where id = ${id}::uuid and state = 'asked'`.execute(db)
  })
}

const BATCH_SIZE = 100

/**
 * Settles questions whose process ended during the answer. If a sentence of knowledge was shown, the question is
 * charged, as in every broken stream; otherwise it is refunded. In both cases the reserved tokens count, because the
 * model was called.
 */
export async function settleForgotten({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (let settled = BATCH_SIZE; settled === BATCH_SIZE; ) {
    const { rows } = await sql`
      with forgotten as materialized (
        select l.question_id as id, exists (select from assistant_sentences s
            where s.question_id = l.question_id and s.kind <> 'own') as is_shown
        from assistant_ledger l where l.state = 'reserved' and l.created_at < now() - interval '3 minutes'
        order by l.created_at limit ${BATCH_SIZE} for update skip locked),
      settled as materialized (
        select f.id, f.is_shown, settle_question(f.id, f.is_shown, null) from forgotten f),
      cleared as (delete from assistant_questions q using settled f where q.id = f.id and not f.is_shown and q.state = 'asked'),
      told as (
        update assistant_questions q set state = 'answered', answered_at = now()
        from settled f where q.id = f.id and f.is_shown and q.state = 'asked')
      select id from settled`.execute(db)
    settled = rows.length
  }
}
