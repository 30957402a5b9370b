/**
 * A question and its answer (docs/decisions/038): reserved, looked for, answered with the words of members or not at all, and
 * settled. No transaction is open while anything is looked for or said.
 */
import { randomUUID } from 'node:crypto'
import { type Answer, type AnswerEvent, assistantFaults, type Reply } from '#contract/assistant.ts'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { needsCare } from '#contract/care-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { type Found, retrieve } from '../retrieval/retrieval.ts'
import { answer } from './answering.ts'
import { getQuestion } from './kept.ts'
import { type NewQuestion, reserve, settle, usageOf } from './quota.ts'

interface Asked {
  id?: string | undefined
  question: string
}

/** ms for what is looked for and the whole answer of a model. Nothing is sent meanwhile when it is asked for in one piece: the connection must stay. */
const AS_A_WHOLE = 25_000
const IN_PARTS = 60_000
/** What the model, or the reader of quotations, chooses from. */
const MOST = { threads: 6, passages: 14 }

export async function askAssistant(ctx: Ctx, asked: Asked, signal?: AbortSignal): Promise<Reply> {
  const events = await begin(ctx, asked, { within: AS_A_WHOLE, signal })
  for await (const event of events) if (event.type === 'done') return event.reply
  // only who has gone away gets no reply
  return refuse(assistantFaults.failed)
}

/** Refuses before the first event, or streams. */
export const streamAnswer = (ctx: Ctx, asked: Asked, signal?: AbortSignal): Promise<AsyncGenerator<AnswerEvent>> =>
  begin(ctx, asked, { within: IN_PARTS, signal })

interface How {
  /** ms */
  within: number
  signal: AbortSignal | undefined
}

async function begin(ctx: Ctx, { id = randomUUID(), question }: Asked, how: How): Promise<AsyncGenerator<AnswerEvent>> {
  const asked: NewQuestion = { id, question, care: needsCare(question) }
  const kept = await findKept(ctx, asked)
  if (kept) return retell(ctx, kept)
  if (!(await reserve(ctx, asked))) {
    // sent twice at once: the other one was first
    const other = await findKept(ctx, asked)
    return other ? retell(ctx, other) : refuse(assistantFaults.underWay)
  }
  const since = performance.now()
  const found = await lookFor(ctx, asked)
  const within = Math.max(1, how.within - (performance.now() - since))
  return endable((signal) => answer(ctx, { asked, found, within, signal }), {
    signal: how.signal,
    // nobody has begun to read
    unread: () => settle(ctx, id, NOTHING_SAID),
  })
}

const NOTHING_SAID = { state: 'failed', with_model: false, dropped: 0, tokens: 0 } as const

async function lookFor(ctx: Ctx, { id, question }: NewQuestion): Promise<Found> {
  try {
    return await retrieve(ctx, question, MOST)
  } catch (error) {
    await settle(ctx, id, NOTHING_SAID)
    throw error
  }
}

/** The answer that was given to this id before; null: it may be asked. Refuses what is another question, or another member's. */
async function findKept(ctx: Ctx, { id, question }: NewQuestion): Promise<Answer | null> {
  const member = mustBeMember(ctx, SAY_ASSISTANT.signIn)
  const found = await ctx.db
    .selectFrom('assistant_questions')
    .select(['member_id', 'question', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return null
  if (found.member_id !== member.id || found.question !== question) refuse(assistantFaults.idTaken)
  if (found.state === 'asked') refuse(assistantFaults.underWay)
  return found.state === 'failed' ? null : getQuestion(ctx, { id })
}

/** The same as when it was answered, without what was taken back since. */
async function* retell(ctx: Ctx, kept: Answer): AsyncGenerator<AnswerEvent> {
  const usage = await usageOf(ctx, mustBeMember(ctx, SAY_ASSISTANT.signIn).id)
  const { id, care, with_model } = kept
  yield { type: 'started', id, care, with_model, ...usage }
  const told = new Set<number>()
  for (const sentence of kept.sentences) {
    const source = kept.sources.find(({ n }) => n === sentence.quotation?.n && !told.has(n)) ?? null
    if (source) told.add(source.n)
    yield { type: 'sentence', sentence, source }
  }
  yield { type: 'done', reply: { ...kept, ...usage } }
}

interface Ends {
  signal: AbortSignal | undefined
  unread(): Promise<void>
}

/**
 * The events, with an end that takes effect at once. A generator alone ends only after the promise that it awaits, so the call
 * of the model is aborted first. And a generator that was never read does not run its `finally`, so `unread` settles instead.
 */
function endable(
  make: (signal: AbortSignal) => AsyncGenerator<AnswerEvent>,
  { signal, unread }: Ends,
): AsyncGenerator<AnswerEvent> {
  const left = new AbortController()
  const events = make(signal ? AbortSignal.any([signal, left.signal]) : left.signal)
  let isRead = false
  const end = async () => {
    left.abort()
    const last = await events.return(undefined)
    if (!isRead) await unread()
    isRead = true
    return last
  }
  return {
    next() {
      isRead = true
      return events.next()
    },
    return: end,
    async throw(error) {
      await end()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await end()
    },
  }
}
