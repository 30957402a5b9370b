/**
 * Updates the index to what its sources say now (docs/decisions/037). A source is a post without its comments, or one
 * comment. The index entries of a source are replaced as a whole, so the cost of a comment depends on its own words
 * only, however long the thread is.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Block } from '#contract/text.ts'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { inSavepoint, isOutage } from '../kernel/postgres/postgres.ts'
import { passagesOf } from './passages.ts'
import { dropDocuments, type Replaced, replaceSources } from './postings.ts'
import { indexedComment, indexedPost } from './rules.ts'
import { MAX_TRIES, type MarkedSource, markAgain, NOBODY_ID, sweepBatch, takeStale } from './stale-sources.ts'

/** Number of sources in one step, which is one short transaction; the readers of facts wait for it. */
const BATCH_SIZE = 200
/** Number of texts in memory at once. */
const SLICE = 50

/** Runs one step and returns how much it did; 0 also if another process is indexing. */
export async function indexBatch(db: Kysely<DB>, log: Log): Promise<number> {
  try {
    return (await alone(db, step)) ?? 0
  } catch (error) {
    // one source may have caused the failure, and must not keep the others from being indexed
    const failure = await alone(db, (tx) => oneByOne(tx, log))
    throw failure?.error ?? error
  }
}

/** Runs until nothing is left, including what another process is indexing. For seeds, the evaluation and tests. */
export async function indexAll(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const did = await alone(db, step)
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from retrieval_stale where tries < ${sql.lit(MAX_TRIES)})
        or exists (select from retrieval_sweeps) as left`.execute(db)
    if (!rows[0]!.left) return
    if (did === null) await pause(20)
  }
}

/** One process at a time; returns null if another one is indexing. */
async function alone<Result>(db: Kysely<DB>, work: (tx: Kysely<DB>) => Promise<Result>): Promise<Result | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_alone: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('retrieval', 37)) as is_alone`.execute(tx)
    return rows[0]!.is_alone ? work(tx) : null
  })
}

/** A sweep continues whenever there is room for the sources that it marks. */
async function step(tx: Kysely<DB>): Promise<number> {
  const { sources, isAll } = await takeStale(tx, BATCH_SIZE)
  await indexSources(tx, sources)
  return sources.length + (isAll ? await sweepBatch(tx, BATCH_SIZE) : 0)
}

/**
 * Puts back the sources that cannot be indexed, and returns the first failure. If the database is busy, that is not
 * counted against a source.
 */
async function oneByOne(tx: Kysely<DB>, log: Log): Promise<{ error: unknown } | null> {
  let first: { error: unknown } | null = null
  const { sources } = await takeStale(tx, BATCH_SIZE)
  for (const { tries, ...source } of sources) {
    const failure = await inSavepoint(tx, () => indexSources(tx, [source]))
    if (!failure) continue
    first ??= failure
    const by = isOutage(failure.error) ? 0 : 1
    await markAgain(tx, { ...source, tries: tries + by })
    if (tries + by === MAX_TRIES) log.warn({ ...errorFacts(failure.error), ...source }, 'a source cannot be indexed')
  }
  return first
}

/** Posts first: the comments of a post that enters the index are read after it. */
async function indexSources(db: Kysely<DB>, stale: MarkedSource[]): Promise<void> {
  const posts = stale.filter(({ comment_id }) => comment_id === NOBODY_ID)
  const comments = stale.filter(({ comment_id }) => comment_id !== NOBODY_ID)
  for (const slice of slices(posts)) await indexPosts(db, slice)
  for (const slice of slices(comments)) await indexComments(db, slice)
}

interface Source {
  document: number | null
  is_open: boolean
  updated_at: Date
  body: Block[]
  /** revision in the index; null: not indexed */
  revision: Date | null
}

interface PostSource extends Source {
  post_id: string
  title: string
}

const REVISION = (comment: RawBuilder<unknown>) => sql`(select r.revision from retrieval_passages r
  where r.document = d.id and r.comment_id = ${comment} limit 1) as revision`

async function indexPosts(db: Kysely<DB>, stale: MarkedSource[]): Promise<void> {
  const { rows } = await sql<PostSource>`
    select s.post_id, d.id as document, p.title, p.body, p.updated_at, ${REVISION(sql`${NOBODY_ID}::uuid`)},
      ${indexedPost} as is_open
    from unnest(${stale.map(({ post_id }) => post_id)}::uuid[]) as s (post_id)
      left join posts p on p.id = s.post_id left join retrieval_documents d on d.post_id = s.post_id`.execute(db)
  await dropDocuments(
    db,
    rows.flatMap(({ is_open, document }) => (is_open || document === null ? [] : [document])),
  )
  const open = rows.filter((post) => post.is_open)
  const documents = await addDocuments(
    db,
    open.filter(({ document }) => document === null).map(({ post_id }) => post_id),
  )
  await replaceSources(
    db,
    open.filter(isOther).map(({ post_id, document, title, body, updated_at }) => ({
      document: document ?? documents.get(post_id)!,
      comment_id: NOBODY_ID,
      revision: updated_at,
      texts: [{ start: null, text: title }, ...passagesOf(body)],
    })),
  )
}

/** The comments of these posts are marked, to be read next. */
async function addDocuments(db: Kysely<DB>, posts: string[]): Promise<Map<string, number>> {
  if (posts.length === 0) return new Map()
  const { rows } = await sql<{ post_id: string; id: number }>`
    with added as (
      insert into retrieval_documents (post_id) select unnest(${posts}::uuid[]) returning post_id, id),
    counted as (update retrieval_totals set documents = documents + (select count(*) from added)),
    marked as (
      insert into retrieval_stale (post_id, comment_id)
      select k.post_id, k.id from comments k where k.post_id = any(${posts}::uuid[]) and k.removed_at is null)
    select post_id, id from added`.execute(db)
  return new Map(rows.map(({ post_id, id }) => [post_id, id]))
}

/** A comment below a post that is not in the index is not in it either. */
async function indexComments(db: Kysely<DB>, stale: MarkedSource[]): Promise<void> {
  const { rows } = await sql<Source & { document: number; comment_id: string }>`
    select s.comment_id, d.id as document, k.body, k.updated_at, ${REVISION(sql`s.comment_id`)},
      ${indexedComment} as is_open
    from unnest(${stale.map(({ post_id }) => post_id)}::uuid[], ${stale.map(({ comment_id }) => comment_id)}::uuid[])
        as s (post_id, comment_id)
      join retrieval_documents d on d.post_id = s.post_id left join posts p on p.id = s.post_id
      left join comments k on k.id = s.comment_id and k.post_id = s.post_id`.execute(db)
  await replaceSources(
    db,
    rows.filter(isOther).map(
      ({ document, comment_id, is_open, body, updated_at }): Replaced => ({
        document,
        comment_id,
        revision: updated_at,
        texts: is_open ? passagesOf(body) : [],
      }),
    ),
  )
}

/** True if the index has another revision of the source. */
const isOther = ({ is_open, revision, updated_at }: Source) =>
  is_open ? revision?.getTime() !== updated_at.getTime() : revision !== null

function* slices<One>(all: One[]): Generator<One[]> {
  for (let at = 0; at < all.length; at += SLICE) yield all.slice(at, at + SLICE)
}
