/**
 * Answers a reserved question, sentence by sentence. The question is charged or refunded at the end, whatever happens
 * before.
 */
import { type AnswerEvent, assistantFaults } from '#contract/assistant.ts'
import { OWN_SENTENCES_MAX, SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { careOf } from '#contract/care-words.ts'
import { faults } from '#contract/kernel.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { type Model, type ModelCall, ModelFailure } from '../kernel/model/model.ts'
import { refuse } from '../kernel/refuse.ts'
import type { Passage, SearchResults } from '../retrieval/retrieval.ts'
import { readObjects } from './answer-parser.ts'
import { type AnswerWriter, makeAnswerWriter, type ShownSentence } from './answer-writer.ts'
import { checkSentence, plainPart } from './checking.ts'
import { countTokens, MAX_ANSWER_TOKENS, promptFor } from './prompt.ts'
import { type NewQuestion, type Outcome, reserveTokens, settle, usageOf } from './quota.ts'
import { getQuestion } from './stored-questions.ts'

interface Reading {
  asked: NewQuestion
  found: SearchResults
  /** ms for the model */
  within: number
  /** aborted when the client has disconnected */
  signal: AbortSignal
}

/** Maximum number of knowledge sentences in one answer, and of objects of the model that are checked. */
const MAX_KNOWLEDGE_SENTENCES = 10
const MAX_OBJECTS_CHECKED = 40
const MAX_QUOTATIONS = 6

export async function* answer(ctx: Ctx, reading: Reading): AsyncGenerator<AnswerEvent, void, void> {
  const { asked, found, signal } = reading
  const sheet = makeAnswerWriter(ctx, asked.id)
  const outcome: Outcome = { state: 'failed', with_model: false, dropped: 0, tokens: 0 }
  try {
    const call = found.is_answerable ? await mayAsk(ctx, reading) : null
    outcome.with_model = call !== null
    const { id, care } = asked
    const usage = await usageOf(ctx, viewerOf(ctx))
    yield { type: 'started', id, care, with_model: outcome.with_model, ...usage }
    if (call) yield* spoken(ctx, call, { reading, sheet, outcome })
    if (!sheet.hasKnowledge() && found.is_answerable && !signal.aborted && !saysNothing(call, sheet, outcome)) {
      outcome.with_model = false
      yield* quoted(found.passages, sheet)
    }
    outcome.state = sheet.hasKnowledge() ? 'answered' : signal.aborted ? 'failed' : 'refused'
  } finally {
    // the same rule for every broken stream: charged if a sentence of knowledge was shown, otherwise refunded
    if (sheet.hasKnowledge()) outcome.state = 'answered'
    await settle(ctx, asked.id, outcome)
  }
  if (signal.aborted) return
  const kept = await getQuestion(ctx, asked)
  yield { type: 'done', reply: { ...kept, ...(await usageOf(ctx, viewerOf(ctx))), help: careOf(asked.question) } }
}

/**
 * True if the model was called and found that no passage answers the question: it sent no object, and none was dropped.
 */
const saysNothing = (call: Call | null, { sentences }: AnswerWriter, { dropped }: Outcome) =>
  call !== null && sentences.length === 0 && dropped === 0

const viewerOf = (ctx: Ctx) => mustBeMember(ctx, SAY_ASSISTANT.signIn).id

interface Call {
  model: Model
  messages: ModelCall['messages']
  passages: Passage[]
  /** tokens that are reserved */
  tokens: number
}

/**
 * Returns null if the answer is made of quotations alone, because there is no model or the quota of calls is used up.
 */
async function mayAsk(ctx: Ctx, { asked, found }: Reading): Promise<Call | null> {
  const { model } = ctx
  if (!model) return null
  const { messages, passages, tokens } = promptFor(
    asked.question,
    found.passages.map(({ text }) => text),
  )
  if (passages === 0 || !(await isWithinRate(ctx)) || !(await reserveTokens(ctx, asked.id, tokens))) return null
  return { model, messages, passages: found.passages.slice(0, passages), tokens }
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
 * Yields what the model says as far as its passages contain it. If the stream breaks, what was shown stays; if nothing
 * was shown, the answer has failed.
 */
async function* spoken(
  ctx: Ctx,
  call: Call,
  { reading, sheet, outcome }: AnswerInProgress,
): AsyncGenerator<AnswerEvent, void, void> {
  const { model, messages, passages, tokens } = call
  const objects = readObjects()
  const texts = passages.map(({ text }) => text)
  let [looked, dropped, own, received] = [0, 0, 0, '']
  const { within, signal } = reading
  // nothing was sent, so no tokens were used
  if (signal.aborted) return
  outcome.tokens = null
  try {
    for await (const piece of model.ask({ messages, most: MAX_ANSWER_TOKENS, within, signal })) {
      if ('tokens' in piece) {
        outcome.tokens = piece.tokens
        continue
      }
      received += piece.text
      for (const said of objects.feed(piece.text)) {
        if (++looked > MAX_OBJECTS_CHECKED) return
        const checked = checkSentence(said, texts)
        const isTooMuch = checked?.kind === 'own' && ++own > OWN_SENTENCES_MAX
        const shown = checked && !isTooMuch ? await sheet.show(readyOf(checked, passages)) : null
        if (shown) yield eventOf(shown)
        else dropped++
        if (sheet.sentences.length >= MAX_KNOWLEDGE_SENTENCES) return
      }
    }
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof ModelFailure)) throw error
    const { why, status } = error
    ctx.log.warn({ why, ...(status && { status }) }, 'the model did not answer, or the stream broke')
    // nothing was received, so no tokens were used
    if (received === '' && ['refused', 'resting', 'unreachable'].includes(why)) outcome.tokens = 0
    if (!sheet.hasKnowledge()) refuse(assistantFaults.failed)
  } finally {
    outcome.dropped = dropped + objects.malformed()
    if (looked + objects.malformed() === 0 && /\p{L}{3}/u.test(received))
      ctx.log.warn({}, 'the model sent no object: it counts as no answer')
    // if the model sends no count, the estimate
    if (received !== '') outcome.tokens ??= Math.min(tokens, tokens - MAX_ANSWER_TOKENS + countTokens(received))
  }
}

const readyOf = (checked: NonNullable<ReturnType<typeof checkSentence>>, passages: Passage[]) =>
  checked.kind === 'own'
    ? checked
    : { kind: checked.kind, text: checked.text, passage: passages[checked.n - 1]!, span: checked }

/** The best passages alone, unchanged, up to the first address or markup in each. */
async function* quoted(passages: Passage[], sheet: AnswerWriter): AsyncGenerator<AnswerEvent, void, void> {
  let count = 0
  for (const passage of passages) {
    const span = plainPart(passage.text)
    if (!span) continue
    const text = span.quote
    const shown = await sheet.show({ kind: 'quotation', text, passage, span })
    if (!shown) continue
    yield eventOf(shown)
    if (++count === MAX_QUOTATIONS) return
  }
}

const eventOf = ({ sentence, source }: ShownSentence): AnswerEvent => ({ type: 'sentence', sentence, source })
