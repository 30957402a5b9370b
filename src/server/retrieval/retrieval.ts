/**
 * Retrieval: finds the threads and passages that may contain an answer, among those that everyone may read and that may
 * be shown to this asker.
 */
import type { Ctx } from '../kernel/ctx.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Embeddings } from '../kernel/model/model.ts'
import { runRepeatedly } from '../kernel/stream/stream.ts'
import { certaintyOf, likelihoodOf, QUESTION_WORDS } from './gate.ts'
import { indexBatch } from './indexing.ts'
import { embedQuestion, nearestDocuments, nearnessOf } from './nearest.ts'
import { passagesFor, type Ranked } from './quoting.ts'
import type { Evidence, Passage, SearchResults } from './results.ts'
import { type QuestionTerms, questionTerms, type Term } from './terms.ts'
import { MAX_TERM_WEIGHT, scoresOf, type Thread, threadsFor } from './threads.ts'
import { embedBatch } from './vectors.ts'

export { likelihoodOf, THRESHOLD } from './gate.ts'
export { indexAll } from './indexing.ts'
export type { Certainty, Evidence, FoundThread, Passage, SearchResults } from './results.ts'
export { type MarkedSource, mark, NOBODY_ID, retrievalReader, sweep } from './stale-sources.ts'
export { embedAll } from './vectors.ts'

/** The score of a thread is that of its words plus twelve times the cosine of its nearest passage. */
const MEANING_WEIGHT = 12
/** In the second retrieval pass this many of the best threads by words are compared by meaning, too. */
const MAX_COMPARED_THREADS = 100

interface ResultLimits {
  threads: number
  passages: number
}

/** Searches among what the viewer may read and be shown now. */
export async function retrieve(ctx: Ctx, question: string, most: ResultLimits): Promise<SearchResults> {
  const [asked, vector] = await Promise.all([questionTerms(ctx, question), embedQuestion(ctx, question)])
  if (!vector) return byWords(ctx, asked, most)
  try {
    return await byMeaning(ctx, asked, vector, most)
  } catch (error) {
    ctx.log.warn(errorFacts(error), 'the second retrieval pass failed; the question is answered by its words alone')
    return byWords(ctx, asked, most)
  }
}

async function byWords(ctx: Ctx, asked: QuestionTerms, most: ResultLimits): Promise<SearchResults> {
  const threads = await threadsFor(ctx, asked, Math.max(most.threads, 2))
  const ranked = threads.map((thread) => ({ thread, rank: thread.rank }))
  const passages = await passagesFor(ctx, asked, ranked.slice(0, most.threads), most.passages)
  return foundOf(asked, ranked, { passages, evidence: evidenceOf(asked, threads), cosine: () => null }, most)
}

async function byMeaning(
  ctx: Ctx,
  asked: QuestionTerms,
  vector: Float32Array,
  most: ResultLimits,
): Promise<SearchResults> {
  const [byWords, near] = await Promise.all([
    threadsFor(ctx, asked, MAX_COMPARED_THREADS),
    nearestDocuments(ctx, vector),
  ])
  const known = new Set(byWords.map(({ document }) => document))
  const others = await scoresOf(
    ctx,
    asked,
    near.filter((document) => !known.has(document)),
  )
  const threads = [...byWords, ...others]
  const nearness = await nearnessOf(
    ctx,
    vector,
    threads.map(({ document }) => document),
  )
  const cosine = ({ document }: Thread) => nearness.ofDocument.get(document) ?? 0
  const ranked = threads.map((thread) => ({
    thread,
    rank: thread.rank + MEANING_WEIGHT * Math.max(cosine(thread), 0),
  }))
  ranked.sort((a, b) => b.rank - a.rank)
  const passages = await passagesFor(ctx, asked, ranked.slice(0, most.threads), most.passages, nearness.ofPassage)
  const nearest = threads.length > 0 ? Math.max(0, ...threads.map(cosine)) : 0
  return foundOf(
    asked,
    ranked,
    { passages, evidence: { ...evidenceOf(asked, byWords), cosine: nearest }, cosine },
    most,
  )
}

interface Found {
  passages: Passage[]
  evidence: Evidence
  /** of one thread; null: without the second retrieval pass */
  cosine(thread: Thread): number | null
}

/** A thread is near if it alone would be this likely to answer the question. */
const NEAR = 0.15
const MAX_NEAREST = 3

function foundOf(asked: QuestionTerms, ranked: Ranked[], found: Found, most: ResultLimits): SearchResults {
  const { passages, evidence, cosine } = found
  const certainty = passages.length > 0 ? certaintyOf(likelihoodOf(evidence)) : 'none'
  const isNear = (thread: Thread) =>
    likelihoodOf({ ...evidenceOf(asked, [thread]), margin: 0, cosine: cosine(thread) }) >= NEAR
  const near = certainty === 'sure' ? [] : ranked.slice(0, MAX_NEAREST).filter(({ thread }) => isNear(thread))
  return {
    threads: ranked
      .slice(0, most.threads)
      .map(({ thread: { post_id, title }, rank }) => ({ post_id, title, score: rank })),
    ...{ passages, evidence, certainty, is_answerable: certainty !== 'none' },
    nearest: near.map(({ thread: { post_id, title } }) => ({ post_id, title })),
    corrected: asked.corrected.map(({ from, to }) => ({ from, to })),
  }
}

function evidenceOf({ terms, unknown }: QuestionTerms, [best, second]: Thread[]): Evidence {
  const telling = terms.filter(({ lexeme }) => !QUESTION_WORDS.has(lexeme))
  const counted = telling.length > 0 ? telling : terms
  const none = unknown.length / Math.max(1, unknown.length + counted.length)
  if (!best) return { coverage: 0, first: 0, margin: 0, unknown: none, cosine: null }
  const has = new Set(best.lexemes)
  return {
    coverage: sum(counted.filter(({ ids }) => ids.some((id) => has.has(id)))) / sum(counted),
    first: best.score / (sum(terms) * MAX_TERM_WEIGHT),
    margin: second ? Math.max(0, 1 - second.score / best.score) : 1,
    unknown: none,
    cosine: null,
  }
}

const sum = (terms: Term[]) => terms.reduce((all, { idf }) => all + idf, 0)

/** After a failure or a used-up quota the embeddings service is not called for one minute. */
const MAX_MODEL_PAUSE_MS = 60_000

interface RetrievalParts {
  db: Ctx['db']
  /** null: no second retrieval pass */
  embeddings: Embeddings | null
  log: Log
}

/** Indexes in the background what the facts have marked, until stopped; then the passages get their vectors. */
export function runRetrieval({ db, embeddings, log }: RetrievalParts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = Promise.all([
    runRepeatedly('retrieval', log, stopping.signal, () => indexBatch(db, log)),
    embeddings &&
      runRepeatedly(
        'embeddings',
        log,
        stopping.signal,
        () => embedBatch(db, embeddings, stopping.signal),
        MAX_MODEL_PAUSE_MS,
      ),
  ])
  return {
    async stop() {
      stopping.abort()
      await embeddings?.stop()
      await done
    },
  }
}
