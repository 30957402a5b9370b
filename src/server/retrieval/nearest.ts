/** The second retrieval pass: finds passages whose meaning is close to that of the question (docs/decisions/040). */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { errorFacts } from '../kernel/log.ts'
import { cosineOf, type Embeddings, signatureOf } from '../kernel/model/model.ts'
import { shownPost } from './rules.ts'

/**
 * Number of passages with the nearest signatures that are used; for twice as many it is checked whether their threads
 * may be shown.
 */
const MAX_NEAREST = 200
const MAX_CANDIDATES = 400
/** Number of passages of each thread that are compared, the earliest first. */
const MAX_PASSAGES_PER_THREAD = 100
/** in ms: without an answer of the model by then the question is answered by its words alone */
const MAX_WAIT_MS = 4000

/** The question as a vector; null if no model is configured, or if it does not answer. */
export async function embedQuestion({ embeddings, log }: Ctx, question: string): Promise<Float32Array | null> {
  if (!embeddings) return null
  try {
    return await asVector(embeddings, question)
  } catch (error) {
    log.warn(errorFacts(error), 'the model for embeddings does not answer; a question is answered by its words alone')
    return null
  }
}

async function asVector(embeddings: Embeddings, question: string): Promise<Float32Array> {
  const timeout = AbortSignal.timeout(MAX_WAIT_MS)
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true })
  })
  const [vector] = await Promise.race([embeddings.embed([question], timeout), late])
  return vector!
}

/** The documents of threads with the nearest passages that this viewer may see now and that may be quoted. */
export async function nearestDocuments({ db, viewer, embeddings }: Ctx, vector: Float32Array): Promise<number[]> {
  const { rows } = await sql<{ document: number }>`
    with near as materialized (
      select s.passage_id, bit_count(s.signature # ${signatureOf(vector)}::bit(512)) as differing
      from passage_signatures s where (select m.model = ${embeddings!.model} from meaning m)
      order by differing limit ${sql.lit(MAX_CANDIDATES)}),
    seen as (
      select r.document, n.differing from near n join retrieval_passages r on r.id = n.passage_id
        join retrieval_documents d on d.id = r.document join posts p on p.id = d.post_id
      where ${shownPost(viewer)}
      order by n.differing limit ${sql.lit(MAX_NEAREST)})
    select document from seen group by document`.execute(db)
  return rows.map(({ document }) => document)
}

export interface Nearness {
  /** cosine of the nearest passage of each document, from -1 to 1 */
  ofDocument: Map<number, number>
  ofPassage: Map<number, number>
}

/** The cosine between these documents and the question, by their full vectors. */
export async function nearnessOf(ctx: Ctx, vector: Float32Array, documents: number[]): Promise<Nearness> {
  const { rows } = await sql<{ document: number; id: number; vector: Buffer }>`
    select r.document, r.id, v.vector from unnest(${documents}::int[]) as t (document) cross join lateral (
      select r.id, r.document from retrieval_passages r where r.document = t.document and r.start is not null
      order by r.id limit ${sql.lit(MAX_PASSAGES_PER_THREAD)}) r
    join passage_vectors v on v.passage_id = r.id
    where (select m.model = ${ctx.embeddings!.model} from meaning m)`.execute(ctx.db)
  const ofDocument = new Map<number, number>()
  const ofPassage = new Map<number, number>()
  for (const { document, id, vector: bytes } of rows) {
    const cosine = cosineOf(vector, bytes)
    ofPassage.set(id, cosine)
    ofDocument.set(document, Math.max(cosine, ofDocument.get(document) ?? -1))
  }
  return { ofDocument, ofPassage }
}
