/**
 * Retrieval: finds the threads and passages that may contain an answer, among those that everyone may read and that may
 * be shown to this asker.
 */
import type { Ctx } from '../kernel/ctx.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Embeddings } from '../kernel/model/model.ts'
import { runRepeatedly } from '../kernel/stream/stream.ts'
import { isSure, QUESTION_WORDS } from './gate.ts'
import { indexBatch } from './indexing.ts'
import { withNear } from './near-terms.ts'
import { embedQuestion, nearestDocuments, nearnessOf } from './nearest.ts'
import { passagesFor, type Ranked } from './quoting.ts'
import type { Evidence, SearchResults } from './results.ts'
import { type QuestionTerms, questionTerms, type Term } from './terms.ts'
import { MAX_TERM_WEIGHT, nearestThreads, scoresOf, type Thread, threadsFor } from './threads.ts'
import { embedBatch } from './vectors.ts'

export { likelihoodOf, THRESHOLD } from './gate.ts'
export { indexAll } from './indexing.ts'
export { packedWords } from './near-words.ts'
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

/** If the question's own words do not decide, words that are near to them find the nearest threads. */
async function byWords(ctx: Ctx, asked: QuestionTerms, most: ResultLimits): Promise<SearchResults> {
  const threads = await threadsFor(ctx, asked, Math.max(most.threads, MAX_NEAR))
  const evidence = evidenceOf(asked, threads.map(asRanked))
  const near = isSure(evidence) ? threads : await nearFor(ctx, asked, threads)
  // the best by his own words stays first; it is also named if it answers nothing, because nobody has replied yet
  const named = [...threads.slice(0, 1), ...near.filter(({ document }) => document !== threads[0]?.document)]
  const nearest = named.filter((thread) => shareOf(asked, thread) >= MIN_SHARE && thread.lexemes.length > 0)
  return foundOf(ctx, asked, named.map(asRanked), { evidence, nearest, nearness: new Map() }, most)
}

const asRanked = (thread: Thread): Ranked => ({ thread, rank: thread.rank })

/** The nearest threads by the question's words and those near to them; `threads` are those of its own words. */
async function nearFor(ctx: Ctx, asked: QuestionTerms, threads: Thread[]): Promise<Thread[]> {
  if (asked.terms.length === 0) return threads
  const widened = await withNear(ctx, asked)
  if (widened.terms.every(({ near }) => near.length === 0)) return threads
  const documents = threads.map(({ document }) => document)
  return nearestThreads(ctx, widened, documents, MAX_NEAR)
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
  const best = ranked[0]?.thread
  const evidence = { ...evidenceOf(asked, ranked), cosine: best ? Math.max(0, cosine(best)) : 0 }
  const nearest = ranked
    .map(({ thread }) => thread)
    .filter((thread) => shareOf(asked, thread) >= MIN_SHARE || cosine(thread) >= MIN_COSINE)
  return foundOf(ctx, asked, ranked, { evidence, nearest, nearness: nearness.ofPassage }, most)
}

/**
 * A thread is near if it has a word of the question and this share of the highest possible score of its own words, or is this
 * close in meaning. Near words add to the score.
 */
const MIN_SHARE = 0.1
const MIN_COSINE = 0.3
const MAX_NEAREST = 3
/** Of this many threads those are named that are near. */
const MAX_NEAR = 30

interface Found {
  evidence: Evidence
  nearest: Thread[]
  /** of passages, by meaning */
  nearness: Map<number, number>
}

async function foundOf(
  ctx: Ctx,
  asked: QuestionTerms,
  ranked: Ranked[],
  { evidence, nearest, nearness }: Found,
  most: ResultLimits,
): Promise<SearchResults> {
  const passages = await passagesFor(ctx, asked, ranked.slice(0, most.threads), most.passages, nearness)
  const certainty = passages.length > 0 && isSure(evidence) ? 'sure' : nearest.length > 0 ? 'unsure' : 'none'
  return {
    threads: ranked
      .slice(0, most.threads)
      .map(({ thread: { post_id, title }, rank }) => ({ post_id, title, score: rank })),
    ...{ passages, evidence, certainty, is_answerable: certainty !== 'none' },
    nearest:
      certainty === 'sure' ? [] : nearest.slice(0, MAX_NEAREST).map(({ post_id, title }) => ({ post_id, title })),
    corrected: asked.corrected.map(({ from, to }) => ({ from, to })),
  }
}

function evidenceOf(asked: QuestionTerms, [best, second]: Ranked[]): Evidence {
  const { terms } = asked
  const telling = terms.filter(({ lexeme }) => !QUESTION_WORDS.has(lexeme))
  const counted = telling.length > 0 ? telling : terms
  // a corrected word may be another one than he meant
  const doubtful = asked.unknown.length + asked.corrected.length / 2
  const unknown = doubtful / Math.max(1, asked.unknown.length + counted.length)
  if (!best || counted.length === 0) return { coverage: 0, first: 0, margin: 0, title: 0, unknown, cosine: null }
  const has = new Set(best.thread.lexemes)
  return {
    coverage: sum(counted.filter(({ ids }) => ids.some((id) => has.has(id)))) / sum(counted),
    first: best.thread.score / (sum(terms) * MAX_TERM_WEIGHT),
    margin: second ? Math.max(0, 1 - second.rank / best.rank) : 1,
    title: best.thread.title_idf / sum(terms),
    unknown,
    cosine: null,
  }
}

/** The score of a thread as a share of the highest possible one. */
const shareOf = ({ terms }: QuestionTerms, { score }: Thread) =>
  terms.length > 0 ? score / (sum(terms) * MAX_TERM_WEIGHT) : 0

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
