/**
 * A question and its answer (docs/decisions/038). A question is reserved, searched for, answered with the words of
 * members or refused, and then charged or refunded. No transaction is open during the search or the answer.
 */
import { randomUUID } from 'node:crypto'
import { type Answer, type AnswerEvent, assistantFaults, type Reply } from '#contract/assistant.ts'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { type Care, careOf, mayHint } from '#contract/care-words.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { errorFacts } from '../kernel/log.ts'
import { refuse } from '../kernel/refuse.ts'
import { retrieve, type SearchResults } from '../retrieval/retrieval.ts'
import { answer, type LookedFor, unanswered } from './answering.ts'
import { repliesFor } from './evidence.ts'
import { askedFor } from './named-author.ts'
import { getAssistant, type NewQuestion, refuseUsedUp, reserve, settle, usageOf } from './quota.ts'
import { getQuestion } from './stored-questions.ts'

interface QuestionInput {
  id?: string | undefined
  question: string
  anyway?: boolean | undefined
}

/**
 * ms for the search and the whole answer of a model. A whole answer has a shorter limit, because nothing is sent until
 * it is complete and the connection must stay open.
 */
const WHOLE_ANSWER_TIMEOUT_MS = 25_000
const STREAM_TIMEOUT_MS = 60_000
/** How many threads and passages the replies of an answer are selected from. */
const MAX_NEAREST = 3
const MAX_EVIDENCE = { threads: 6, passages: 40 }

export async function askAssistant(ctx: Ctx, asked: QuestionInput, signal?: AbortSignal): Promise<Reply> {
  const events = await begin(ctx, asked, { within: WHOLE_ANSWER_TIMEOUT_MS, signal })
  for await (const event of events) if (event.type === 'done') return event.reply
  // only a client that has disconnected gets no reply
  return refuse(assistantFaults.failed)
}

/** Throws a fault before the first event, or returns the stream. */
export const streamAnswer = (
  ctx: Ctx,
  asked: QuestionInput,
  signal?: AbortSignal,
): Promise<AsyncGenerator<AnswerEvent>> => begin(ctx, asked, { within: STREAM_TIMEOUT_MS, signal })

interface AnswerOptions {
  /** ms */
  within: number
  signal: AbortSignal | undefined
}

async function begin(
  ctx: Ctx,
  { id = randomUUID(), question, anyway = false }: QuestionInput,
  how: AnswerOptions,
): Promise<AsyncGenerator<AnswerEvent>> {
  const help = careOf(question)
  if (!anyway && mayHint(question)) return heldBack(ctx, { id, question, help })
  const asked: NewQuestion = { id, question, care: help !== null }
  const kept = await findKept(ctx, asked)
  if (kept) return retell(ctx, kept)
  if (!(await reserve(ctx, asked))) {
    // another request with the same id was first
    const other = await findKept(ctx, asked)
    return other ? retell(ctx, other) : refuse(assistantFaults.underWay)
  }
  const since = performance.now()
  const looked = await lookFor(ctx, asked)
  const within = Math.max(1, how.within - (performance.now() - since))
  return endable((signal) => answer(ctx, { asked, ...looked, within, signal }), {
    signal: how.signal,
    // the client disconnected before it read anything
    unread: () => settle(ctx, id, NOTHING_SAID),
  })
}

interface HeldQuestion {
  id: string
  question: string
  help: Care | null
}

/**
 * Holds back a question that may speak of danger: nothing is quoted, charged or stored. Unless the whole help panel is
 * shown, the nearest threads are named, because many of these questions are everyday ones. After a mere hint, a question that
 * would be refused is refused at once.
 */
async function heldBack(ctx: Ctx, { id, question, help }: HeldQuestion): Promise<AsyncGenerator<AnswerEvent>> {
  const { is_on, queriesUsed, queriesLimit } = await getAssistant(ctx)
  const usage = { queriesUsed, queriesLimit }
  const isUsedUp = queriesLimit !== null && queriesUsed >= queriesLimit
  if (!help && !is_on) refuse(assistantFaults.off)
  if (!help && isUsedUp) return refuseUsedUp(ctx, queriesUsed, queriesLimit)
  const look = help ? threadsBelowHelp : threadsNear
  const { isSure, ...threads } =
    help?.level === 'panel' || isUsedUp || !is_on ? { ...UNSEARCHED, isSure: false } : await look(ctx, question)
  // a second pass by meaning may find more, if he wants it
  const state = help || isSure || ctx.embeddings ? 'care' : 'refused'
  const care = help !== null
  const held = await unanswered(ctx, { id, question, care }, false)
  return (async function* (): AsyncGenerator<AnswerEvent> {
    yield { type: 'started', id, care, with_model: false, ...usage }
    yield { type: 'done', reply: { ...held, state, help, ...usage, ...threads } }
  })()
}

/** A stored answer does not say where else it looked, and below a help panel nothing is looked for. */
const UNSEARCHED = { nearest: [], corrected: [] }

const NOTHING_SAID = { state: 'failed', with_model: false, dropped: 0, tokens: 0 } as const

interface NearThreads extends Pick<LookedFor, 'nearest' | 'corrected'> {
  /** one of them surely answers */
  isSure: boolean
}

/** None if the search fails: help must not depend on it. */
async function threadsBelowHelp(ctx: Ctx, question: string): Promise<NearThreads> {
  try {
    return await threadsNear(ctx, question)
  } catch (error) {
    ctx.log.warn(errorFacts(error), 'no near threads were found below a help line')
    return { ...UNSEARCHED, isSure: false }
  }
}

/** His words are sent to no service of embeddings. */
async function threadsNear(ctx: Ctx, question: string): Promise<NearThreads> {
  const { about } = await askedFor(ctx, question)
  const found = await retrieve({ ...ctx, embeddings: null }, about, MAX_EVIDENCE)
  return { isSure: found.certainty === 'sure', nearest: nearestOf(found), corrected: found.corrected }
}

/** The best threads, or if it is not sure that they answer, the nearest. */
function nearestOf({ certainty, threads, nearest }: SearchResults): Reply['nearest'] {
  const named = certainty === 'sure' ? threads.slice(0, MAX_NEAREST) : nearest
  return named.map(({ post_id, title }) => ({ post_id, title }))
}

/** The replies that answer the question; if it is not sure that any does, none, and the nearest threads. */
async function lookFor(ctx: Ctx, { id, question }: NewQuestion): Promise<LookedFor> {
  try {
    const { about, by } = await askedFor(ctx, question)
    const found = await retrieve(ctx, about, MAX_EVIDENCE)
    const replies = found.certainty === 'sure' ? await repliesFor(ctx, found, by) : []
    return { replies, nearest: nearestOf(found), corrected: found.corrected }
  } catch (error) {
    await settle(ctx, id, NOTHING_SAID)
    throw error
  }
}

/**
 * Returns the answer that this id got before; null if the question may be asked. Throws if the id belongs to another
 * question or another member.
 */
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

/** Yields the stored answer again, without the sentences that were struck since. */
async function* retell(ctx: Ctx, kept: Answer): AsyncGenerator<AnswerEvent> {
  const usage = await usageOf(ctx, mustBeMember(ctx, SAY_ASSISTANT.signIn).id)
  const { id, care, with_model } = kept
  yield { type: 'started', id, care, with_model, ...usage }
  const sentSources = new Set<number>()
  for (const sentence of kept.sentences) {
    const source = kept.sources.find(({ n }) => n === sentence.quotation?.n && !sentSources.has(n)) ?? null
    if (source) sentSources.add(source.n)
    yield { type: 'sentence', sentence, source }
  }
  yield { type: 'done', reply: { ...kept, ...usage, help: careOf(kept.question), ...UNSEARCHED } }
}

interface StreamEnding {
  signal: AbortSignal | undefined
  unread(): Promise<void>
}

/**
 * Wraps the events so that ending them takes effect at once. A generator alone ends only after the promise that it
 * awaits, so the call of the model is aborted first. A generator that was never read does not run its `finally`, so
 * `unread` settles the question instead.
 */
function endable(
  make: (signal: AbortSignal) => AsyncGenerator<AnswerEvent>,
  { signal, unread }: StreamEnding,
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
