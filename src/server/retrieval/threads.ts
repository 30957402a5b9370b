/** Finds the threads that contain a question's words, by BM25 (docs/decisions/037). */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { shownPost } from './rules.ts'
import { NOBODY_ID } from './stale-sources.ts'
import type { QuestionTerms } from './terms.ts'

const K1 = 1.2
const B = 0.75
/** The score of a word in one document is at most this, times how rare the word is. */
export const MAX_TERM_WEIGHT = K1 + 1
/** For this many of the best it is checked whether they may be shown; for more if too few of them may. */
const CANDIDATES = [100, 1000, 5000]
/** This many times more are first ordered without their lengths, because each length costs a lookup. */
const CANDIDATE_FACTOR = 10
/**
 * Votes and age decide between threads with nearly equal scores: together they change a score by at most one percent.
 */
const VOTE_WEIGHT = 0.005
const AGE_WEIGHT = 0.005
/**
 * A word of the question that is also in the title adds this much, times how rare it is. A title says what a thread is about,
 * and a reply may mention anything.
 */
const TITLE_WEIGHT = 0.5

/**
 * The contribution of a word to a document's score; `t` is the word, `h` its posting, `length` the document's length
 * divided by the average.
 */
const weight = (length: RawBuilder<unknown>) => sql`t.idf * h.tf * ${sql.lit(MAX_TERM_WEIGHT)}::float8
  / (h.tf + ${sql.lit(K1)}::float8 * (${sql.lit(1 - B)}::float8 + ${sql.lit(B)}::float8 * ${length}))`

export interface Thread {
  post_id: string
  document: number
  title: string
  /** BM25 alone: the gate compares it with the highest possible one */
  score: number
  /** BM25 and the words of the title */
  rank: number
  /** which of the question's words, and of the other words for the same things, it contains */
  lexemes: number[]
}

/** The score of a document: of the words for one thing the one that counts most, so that a thing is not counted twice. */
const best = (length: RawBuilder<unknown>, document: RawBuilder<unknown>) => sql`select sum(b.weight) from term t
  cross join lateral (select max(${weight(length)}) as weight from retrieval_postings h
    where h.lexeme = any(t.lexemes) and h.document = ${document}) b`

/** The best threads first, of those that this viewer may see now and that may be quoted. */
export async function threadsFor(ctx: Ctx, asked: QuestionTerms, most: number): Promise<Thread[]> {
  if (asked.rarest.length === 0) return []
  for (const candidates of CANDIDATES) {
    const { found, looked } = await look(ctx, asked, most, candidates)
    if (found.length >= most || looked < candidates || candidates === CANDIDATES.at(-1)) return found
  }
  return []
}

/** The scores of these documents, whichever words they contain; only documents that may be shown, in no order. */
export async function scoresOf(ctx: Ctx, asked: QuestionTerms, documents: number[]): Promise<Thread[]> {
  if (documents.length === 0) return []
  const { found } = await look(ctx, asked, documents.length, documents.length, documents)
  return found
}

interface Row extends Thread {
  looked: number
}

async function look(
  { db, viewer }: Ctx,
  { terms, rarest, average }: QuestionTerms,
  most: number,
  candidates: number,
  these: number[] | null = null,
) {
  const rare = new Set(rarest)
  const words = terms.flatMap((term, nth) =>
    term.ids.map((id) => ({ id, idf: term.idf, nth, isRarest: rare.has(term) })),
  )
  const near = these
    ? sql`select unnest(${these}::int[]) as document`
    : sql`select h.document, sum(${weight(sql`1`)}) as score from word t join retrieval_postings h on h.lexeme = t.lexeme
        where t.is_rarest group by h.document order by score desc, h.document limit ${candidates * CANDIDATE_FACTOR}::int`
  const { rows } = await sql<Row>`
    with word as materialized (
      select * from unnest(${words.map(({ id }) => id)}::int[], ${words.map(({ idf }) => idf)}::float8[],
        ${words.map(({ nth }) => nth)}::int[], ${words.map(({ isRarest }) => isRarest)}::boolean[])
        as t (lexeme, idf, nth, is_rarest)),
    term as materialized (
      select nth, idf, is_rarest, array_agg(lexeme) as lexemes from word group by nth, idf, is_rarest),
    near as materialized (${near}),
    picked as materialized (
      select n.document, d.length / ${average}::float8 as length,
        (${best(sql`d.length / ${average}::float8`, sql`n.document`)} where t.is_rarest) as score
      from near n join retrieval_documents d on d.id = n.document
      order by score desc nulls last, n.document limit ${candidates}::int),
    scored as materialized (
      select d.document, coalesce((${best(sql`d.length`, sql`d.document`)}), 0) as score,
        coalesce((select sum(t.idf) from retrieval_passages r join term t on t.lexemes && r.lexemes
          where r.document = d.document and r.comment_id = ${sql.lit(NOBODY_ID)} and r.start is null), 0) as title
      from picked d),
    placed as (select document, score, score + ${sql.lit(TITLE_WEIGHT)}::float8 * title as rank from scored),
    seen as (
      select p.id as post_id, s.document, p.title, s.score, s.rank,
        s.rank * (1 + ${sql.lit(VOTE_WEIGHT)} * greatest(p.upvotes - p.downvotes, 0) / (10 + greatest(p.upvotes - p.downvotes, 0))
          + ${sql.lit(AGE_WEIGHT)} * exp(-extract(epoch from now() - p.created_at) / 31557600)) as place
      from placed s join retrieval_documents d on d.id = s.document join posts p on p.id = d.post_id
      where ${shownPost(viewer)}
      order by place desc, p.id limit ${most}::int)
    select post_id, document, title, score, rank, (select count(*) from scored) as looked,
      array(select h.lexeme from retrieval_postings h
        where h.document = seen.document and h.lexeme = any(${words.map(({ id }) => id)}::int[])) as lexemes
    from seen order by place desc, post_id`.execute(db)
  return {
    found: rows.map(({ looked: _, ...thread }): Thread => thread),
    looked: rows[0]?.looked ?? (await countCandidates(db, rarest, candidates)),
  }
}

/** Counts the candidates; called if none of them may be shown. */
async function countCandidates(db: Ctx['db'], rarest: QuestionTerms['rarest'], most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select distinct document from retrieval_postings where lexeme = any(${rarest.flatMap(({ ids }) => ids)}::int[])
    limit ${most}::int) d`.execute(db)
  return rows[0]!.count
}
