/** Makes a vector for each passage in the background, with the model of EMBEDDINGS_URL (docs/decisions/040). */
import { type Kysely, sql } from 'kysely'
import type { Block } from '#contract/text.ts'
import type { DB } from '#db/types.ts'
import { bytesOf, type Embeddings, signatureOf } from '../kernel/model/model.ts'
import { plainOf } from '../kernel/text/text.ts'
import { OPEN_TO_EVERYONE } from '../posts/posts.ts'
import { isQuotable } from './rules.ts'
import { NOBODY_ID } from './stale-sources.ts'

/** Number of passages in one step: about one second of the packaged model. */
const BATCH_SIZE = 32
/** Number of vectors of another model that are deleted in one step. */
const CLEAR_BATCH_SIZE = 5000

/** Makes the next vectors; returns 0 if there is nothing to do. No transaction is open while the model works. */
export async function embedBatch(db: Kysely<DB>, embeddings: Embeddings, signal?: AbortSignal): Promise<number> {
  const isCleared = await clearOthers(db, embeddings.model)
  if (!isCleared) return CLEAR_BATCH_SIZE
  const passages = await nextPassages(db)
  const last = passages.at(-1)
  if (!last) return 0
  const nonEmpty = passages.filter(({ text }) => text !== '')
  const vectors =
    nonEmpty.length > 0
      ? await embeddings.embed(
          nonEmpty.map(({ text }) => text),
          signal,
        )
      : []
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from meaning where model = ${embeddings.model} for update`.execute(tx)
    // in the meantime another process has started with another model
    if (rows.length === 0) return
    await keep(
      tx,
      nonEmpty.map(({ id }) => id),
      vectors,
    )
    await sql`update meaning set up_to = greatest(up_to, ${last.id}::bigint)`.execute(tx)
  })
  return passages.length
}

/** Runs until nothing is left. For the evaluation and tests. */
export async function embedAll(db: Kysely<DB>, embeddings: Embeddings): Promise<void> {
  while ((await embedBatch(db, embeddings)) > 0);
}

/**
 * Vectors of different models cannot be compared. Deletes those of another model in batches; then all passages are read
 * again.
 */
async function clearOthers(db: Kysely<DB>, model: string): Promise<boolean> {
  const { model: made_by } = await db.selectFrom('meaning').select('model').executeTakeFirstOrThrow()
  if (made_by === model) return true
  return db.transaction().execute(async (tx) => {
    // from here on, vectors of the other model are refused
    await sql`update meaning set model = null, up_to = 0`.execute(tx)
    const { rows } = await sql<{ gone: number }>`
      with chosen as materialized (select s.passage_id from passage_signatures s limit ${sql.lit(CLEAR_BATCH_SIZE)}),
        vectors as (delete from passage_vectors v using chosen c where v.passage_id = c.passage_id),
        gone as (delete from passage_signatures s using chosen c where s.passage_id = c.passage_id returning 1)
      select count(*)::int as gone from gone`.execute(tx)
    if (rows[0]!.gone === CLEAR_BATCH_SIZE) return false
    await sql`update meaning set model = ${model}`.execute(tx)
    return true
  })
}

interface PassageText {
  id: number
  text: string
}

/**
 * Passages are numbered in the order of their commits, because one process at a time writes them. The text of a passage
 * is empty if it may not be quoted now, so that the service does not get it: it was removed, made private, edited since
 * it was indexed, or its author or network does not want to be quoted.
 */
async function nextPassages(db: Kysely<DB>): Promise<PassageText[]> {
  const { rows } = await sql<{ id: number; start: number | null; length: number | null; body: Block[] | null }>`
    select r.id, r.start, r.length, case
      when p.open_to is distinct from ${OPEN_TO_EVERYONE} or p.removed_at is not null or not ${isQuotable(sql`p.author_id`)} then null
      when r.comment_id = ${sql.lit(NOBODY_ID)} then case when r.revision = p.updated_at then p.body end
      when k.removed_at is null and r.revision = k.updated_at and ${isQuotable(sql`k.author_id`)} then k.body
      end as body
    from (select * from retrieval_passages where id > (select up_to from meaning) order by id limit ${sql.lit(BATCH_SIZE)}) r
      left join retrieval_documents d on d.id = r.document left join posts p on p.id = d.post_id
      left join comments k on k.id = r.comment_id order by r.id`.execute(db)
  return rows.map(({ id, start, length, body }) => {
    // titles are not quoted
    const text = start === null || length === null || !body ? '' : plainOf(body).slice(start, start + length)
    return { id, text }
  })
}

/** Skips passages that were deleted in the meantime. If two processes make the same vector, it is stored once. */
async function keep(db: Kysely<DB>, ids: number[], vectors: Float32Array[]): Promise<void> {
  if (ids.length === 0) return
  const signatures = vectors.map(signatureOf)
  const bytes = vectors.map((vector) => bytesOf(vector).toString('hex'))
  await sql`
    with made as materialized (
      select r.id, m.signature::bit(512) as signature, decode(m.bytes, 'hex') as vector
      from unnest(${ids}::bigint[], ${signatures}::text[], ${bytes}::text[]) as m (id, signature, bytes)
      join retrieval_passages r on r.id = m.id for key share of r),
    signed as (
      insert into passage_signatures (passage_id, signature) select id, signature from made on conflict do nothing)
    insert into passage_vectors (passage_id, vector) select id, vector from made on conflict do nothing`.execute(db)
}
