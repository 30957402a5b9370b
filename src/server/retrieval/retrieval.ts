/** Retrieval: the threads and passages that may hold an answer, among what everyone may read and this asker may be shown. */
import type { Ctx } from '../kernel/ctx.ts'
import type { Log } from '../kernel/log.ts'
import { keepDoing } from '../kernel/readers.ts'
import type { Evidence, Found } from './found.ts'
import { likelihoodOf, THRESHOLD } from './gate.ts'
import { indexSome } from './indexing.ts'
import { passagesFor } from './quoting.ts'
import { type Asked, HIGHEST, type Thread, threadsFor, understand } from './threads.ts'

export type { Evidence, Found, FoundThread, Passage } from './found.ts'
export { indexAll, indexSome } from './indexing.ts'
export { retrievalReader, sweep } from './stale.ts'

/** For the viewer, of what he may read and be shown now. */
export async function retrieve(
  ctx: Ctx,
  question: string,
  most: { threads: number; passages: number },
): Promise<Found> {
  const asked = await understand(ctx, question)
  const threads = await threadsFor(ctx, asked, Math.max(most.threads, 2))
  const passages = await passagesFor(ctx, asked, threads.slice(0, most.threads), most.passages)
  const evidence = evidenceOf(asked, threads)
  return {
    threads: threads.slice(0, most.threads).map(({ post_id, title, score }) => ({ post_id, title, score })),
    passages,
    evidence,
    is_answerable: passages.length > 0 && likelihoodOf(evidence) >= THRESHOLD,
  }
}

function evidenceOf({ terms, rarest }: Asked, [best, second]: Thread[]): Evidence {
  if (!best) return { coverage: 0, first: 0, margin: 0, cosine: null }
  const all = sum(terms)
  return {
    coverage: sum(terms.filter(({ id }) => id !== null && best.lexemes.includes(id))) / all,
    first: best.score / (sum(rarest) * HIGHEST),
    margin: second ? 1 - second.score / best.score : 1,
    cosine: null,
  }
}

const sum = (terms: { idf: number }[]) => terms.reduce((all, { idf }) => all + idf, 0)

/** What the facts have marked is indexed in the background, until stopped. */
export function keepRetrieval({ db, log }: { db: Ctx['db']; log: Log }): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = keepDoing('retrieval', log, stopping.signal, () => indexSome(db))
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}
