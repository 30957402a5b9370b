/**
 * Answers a reserved question, sentence by sentence. The question is charged or refunded at the end, whatever happens
 * before.
 */
import { sql } from 'kysely'
import type { AnswerEvent, Reply as WireReply } from '#contract/assistant.ts'
import { OWN_SENTENCES_MAX, SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { careOf } from '#contract/care-words.ts'
import { faults } from '#contract/kernel.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { type Model, type ModelCall, ModelFailure } from '../kernel/model/model.ts'
import { type ModelObject, readObjects } from './answer-parser.ts'
import { type AnswerWriter, makeAnswerWriter, type ShownSentence } from './answer-writer.ts'
import { type Choice, choose } from './choosing.ts'
import type { Reply } from './evidence.ts'
import { isComfort, leadOf } from './own-words.ts'
import { countTokens, MAX_ANSWER_TOKENS, promptFor } from './prompt.ts'
import { type NewQuestion, type Outcome, reserveTokens, settle, usageOf } from './quota.ts'
import { getQuestion } from './stored-questions.ts'

export interface LookedFor extends Pick<WireReply, 'nearest' | 'corrected'> {
  /** what the answer may quote, in its order; none: no dad has answered the question */
  replies: Reply[]
}

interface Reading extends LookedFor {
  asked: NewQuestion
  /** ms for the model */
  within: number
  /** aborted when the client has disconnected */
  signal: AbortSignal
}

/** Maximum number of quotations in one answer, and of objects of the model that are read. */
const MAX_QUOTATIONS = 12
const MAX_OBJECTS_READ = 40
/** ms until the model must have chosen its first sentence; after that the quotations are shown without it. */
const FIRST_CHOICE_WITHIN_MS = 8000

export async function* answer(ctx: Ctx, reading: Reading): AsyncGenerator<AnswerEvent, void, void> {
  const { asked, replies, corrected, signal } = reading
  const sheet = makeAnswerWriter(ctx, asked.id)
  const outcome: Outcome = { state: 'failed', with_model: false, dropped: 0, tokens: 0 }
  try {
    const call = replies.length > 0 ? await mayAsk(ctx, reading) : null
    outcome.with_model = call !== null
    const { id, care } = asked
    const usage = await usageOf(ctx, viewerOf(ctx))
    yield { type: 'started', id, care, with_model: outcome.with_model, ...usage }
    const isRefused = call !== null && (yield* spoken(ctx, call, { reading, sheet, outcome }))
    if (!sheet.hasKnowledge() && !isRefused && !signal.aborted) {
      outcome.with_model = false
      yield* quoted(replies, sheet)
    }
    outcome.state = sheet.hasKnowledge() ? 'answered' : signal.aborted ? 'failed' : 'refused'
  } finally {
    // the same rule for every broken stream: charged if a sentence of knowledge was shown, otherwise refunded
    if (sheet.hasKnowledge()) outcome.state = 'answered'
    await settle(ctx, asked.id, outcome)
  }
  if (signal.aborted) return
  const isAnswered = outcome.state === 'answered'
  const kept = isAnswered ? await getQuestion(ctx, asked) : await unanswered(ctx, asked, outcome.with_model)
  const nearest = isAnswered ? [] : reading.nearest
  const usage = await usageOf(ctx, viewerOf(ctx))
  yield { type: 'done', reply: { ...kept, ...usage, help: careOf(asked.question), nearest, corrected } }
}

/** The reply to a question that is not answered, and therefore not stored. */
export async function unanswered({ db }: Pick<Ctx, 'db'>, asked: NewQuestion, with_model: boolean) {
  const { rows } = await sql<{ created_at: Date }>`select now() as created_at`.execute(db)
  const empty = { response: '', sentences: [], sources: [], sourcesFound: 0 }
  return { ...asked, state: 'refused' as const, ...empty, with_model, created_at: rows[0]!.created_at }
}

const viewerOf = (ctx: Ctx) => mustBeMember(ctx, SAY_ASSISTANT.signIn).id

interface Call {
  model: Model
  messages: ModelCall['messages']
  replies: Reply[]
  /** tokens that are reserved */
  tokens: number
}

/**
 * Returns null if the answer is made of quotations alone, because there is no model or the quota of calls is used up.
 */
async function mayAsk(ctx: Ctx, { asked, replies }: Reading): Promise<Call | null> {
  const { model } = ctx
  if (!model) return null
  const prompt = promptFor(asked.question, replies)
  const { messages, tokens } = prompt
  if (prompt.replies === 0 || !(await isWithinRate(ctx)) || !(await reserveTokens(ctx, asked.id, tokens))) return null
  return { model, messages, replies: replies.slice(0, prompt.replies), tokens }
}

async function isWithinRate({ limits }: Ctx): Promise<boolean> {
  try {
    await limits.draw('model', 'all')
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== faults.tooFast.code) throw error
    return false
  }
}

interface AnswerInProgress {
  reading: Reading
  sheet: AnswerWriter
  outcome: Outcome
}

/**
 * Yields the sentences that the model chooses. If it fails, what was shown stays. Returns true if the model found that
 * no reply answers the question, and said nothing else.
 */
async function* spoken(
  ctx: Ctx,
  { model, messages, replies, tokens }: Call,
  { reading: { within, signal }, sheet, outcome }: AnswerInProgress,
): AsyncGenerator<AnswerEvent, boolean, void> {
  const objects = readObjects()
  const chooser = makeChooser(replies, sheet)
  let [looked, isRefused, received] = [0, false, '']
  // nothing was sent, so no tokens were used
  if (signal.aborted) return false
  outcome.tokens = null
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new ModelFailure('silent')), FIRST_CHOICE_WITHIN_MS)
  try {
    const either = AbortSignal.any([signal, patience.signal])
    for await (const piece of model.ask({ messages, most: MAX_ANSWER_TOKENS, within, signal: either })) {
      if ('tokens' in piece) {
        outcome.tokens = piece.tokens
        continue
      }
      received += piece.text
      for (const said of objects.feed(piece.text)) {
        if (++looked > MAX_OBJECTS_READ || sheet.sentences.length >= MAX_QUOTATIONS) return false
        if (said.kind === 'none') isRefused = true
        else yield* chooser.take(said)
        if (sheet.hasKnowledge()) clearTimeout(timer)
      }
    }
  } catch (error) {
    if (signal.aborted) return false
    if (!(error instanceof ModelFailure)) throw error
    const { why, status } = error
    ctx.log.warn({ why, ...(status && { status }) }, 'the model did not answer, or the stream broke')
    // nothing was received, so no tokens were used
    if (received === '' && ['refused', 'resting', 'unreachable'].includes(why)) outcome.tokens = 0
    return false
  } finally {
    clearTimeout(timer)
    outcome.dropped = chooser.dropped() + objects.malformed()
    if (looked + objects.malformed() === 0 && /\p{L}{3}/u.test(received))
      ctx.log.warn({}, 'the model sent no object: the quotations are shown without it')
    // if the model sends no count, the estimate
    if (received !== '') outcome.tokens ??= Math.min(tokens, tokens - MAX_ANSWER_TOKENS + countTokens(received))
  }
  return isRefused && sheet.sentences.length === 0 && outcome.dropped === 0
}

/**
 * Shows what the model's objects name, and counts what may not be shown. In each reply the choices go forward only: the
 * model may leave out, but it may not turn round what a father wrote.
 */
function makeChooser(replies: Reply[], sheet: AnswerWriter) {
  const shownTo = new Map<Reply, number>()
  let [dropped, own] = [0, 0]
  async function* take(said: Exclude<ModelObject, { kind: 'none' }>): AsyncGenerator<AnswerEvent, void, void> {
    if (said.kind === 'own') {
      if (!isComfort(said.text) || ++own > OWN_SENTENCES_MAX) dropped++
      else yield* eventsOf(await sheet.show({ kind: 'own', text: said.text }))
      return
    }
    const reply = replies[said.n - 1]
    const places = said.s.map((nth) => reply?.offered[nth - 1])
    if (!reply || !places.every((place) => place !== undefined)) return void dropped++
    const lead = leadOf(said.lead)
    if (said.lead !== undefined && lead === null) dropped++
    const from = shownTo.get(reply) ?? -1
    const choices = choose(reply, places).filter(({ unit }) => unit[0] > from)
    if (choices.length === 0) dropped++
    for (const [nth, choice] of choices.entries()) {
      shownTo.set(reply, choice.unit[1])
      yield* shown(sheet, { reply, choice, lead: nth === 0 && sheet.hasKnowledge() ? lead : null })
    }
  }
  return { take, dropped: () => dropped }
}

/** The replies alone, without what may not be shown of them. */
async function* quoted(replies: Reply[], sheet: AnswerWriter): AsyncGenerator<AnswerEvent, void, void> {
  for (const reply of replies)
    for (const choice of choose(reply, reply.offered)) {
      if (sheet.sentences.length >= MAX_QUOTATIONS) return
      yield* shown(sheet, { reply, choice, lead: null })
    }
}

interface ShownChoice {
  reply: Reply
  choice: Choice
  lead: string | null
}

async function* shown(
  sheet: AnswerWriter,
  { reply: { passage }, choice: { spans }, lead }: ShownChoice,
): AsyncGenerator<AnswerEvent, void, void> {
  for (const [nth, span] of spans.entries()) {
    const sentences = await sheet.show({ kind: 'quotation', passage, span, lead: nth === 0 ? lead : null })
    // its source has changed
    if (sentences.length === 0) return
    yield* eventsOf(sentences)
  }
}

function* eventsOf(shown: ShownSentence[]): Generator<AnswerEvent, void, void> {
  for (const { sentence, source } of shown) yield { type: 'sentence', sentence, source }
}
