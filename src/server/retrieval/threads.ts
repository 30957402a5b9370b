/** Finds the threads that contain a question's words, by BM25 (docs/decisions/037). */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { shownPost } from './rules.ts'

const K1 = 1.2
const B = 0.75
/** The score of a word in one document is at most this, times how rare the word is. */
export const MAX_TERM_WEIGHT = K1 + 1
/** Maximum number of the question's words that select threads, the rarest first. */
const MAX_SELECTING_WORDS = 5
/** Maximum number of words that score the threads found; a long question would read too much otherwise. */
const MAX_SCORED_WORDS = 30
/**
 * If the selecting words are in more documents than this in total, fewer of them select. A word that is left out still
 * counts in the scores of the threads that are found.
 */
const MAX_POSTINGS = 40_000
/** For this many of the best it is checked whether they may be shown; for more if too few of them may. */
const CANDIDATES = [100, 1000, 5000]
/** This many times more are first ordered without their lengths, because each length costs a lookup. */
const CANDIDATE_FACTOR = 10
/**
 * Votes and age decide between threads with nearly equal scores: together they change a score by at most one percent.
 */
const VOTE_WEIGHT = 0.005
const AGE_WEIGHT = 0.005

/** A word of the question as a stem. */
export interface Term {
  /** null: no document contains it */
  id: number | null
  lexeme: string
  /** the number of documents that contain it */
  documents: number
  /** how rare it is */
  idf: number
}

export interface QuestionTerms {
  /** words that no document contains, and the rarest of the others */
  terms: Term[]
  /** words that select threads */
  rarest: (Term & { id: number })[]
  /** average length of a document in words */
  average: number
}

const isKnown = (term: Term): term is Term & { id: number } => term.id !== null && term.documents > 0

/**
 * The contribution of a word to a document's score; `t` is the word, `h` its posting, `length` the document's length
 * divided by the average.
 */
const weight = (length: RawBuilder<unknown>) => sql`t.idf * h.tf * ${sql.lit(MAX_TERM_WEIGHT)}::float8
  / (h.tf + ${sql.lit(K1)}::float8 * (${sql.lit(1 - B)}::float8 + ${sql.lit(B)}::float8 * ${length}))`

/** Inverse document frequency as in BM25; never below 0. */
const idfOf = (documents: number, all: number) => Math.log(1 + (all - documents + 0.5) / (documents + 0.5))

/** The question's words, each once, and how rare they are. */
export async function questionTerms({ db }: Pick<Ctx, 'db'>, question: string): Promise<QuestionTerms> {
  const { rows } = await sql<{ all: number; length: number; id: number | null; lexeme: string; documents: number }>`
    with asked as materialized (select distinct unnest(retrieval_words(${question})) as lexeme)
    select t.documents as all, t.length, l.id, a.lexeme, coalesce(l.documents, 0) as documents
    from retrieval_totals t, asked a left join retrieval_lexemes l on l.lexeme = a.lexeme
    order by l.documents, a.lexeme`.execute(db)
  const words = rows.map(({ all, id, lexeme, documents }) => ({ id, lexeme, documents, idf: idfOf(documents, all) }))
  const { all = 0, length = 0 } = rows[0] ?? {}
  const known = words.filter(isKnown).slice(0, MAX_SCORED_WORDS)
  const terms = [...known, ...words.filter((term) => !isKnown(term))]
  return { terms, rarest: rarestOf(known), average: all > 0 ? length / all : 0 }
}

function rarestOf(known: QuestionTerms['rarest']): QuestionTerms['rarest'] {
  let postings = 0
  return known.slice(0, MAX_SELECTING_WORDS).filter(({ documents }, nth) => {
    postings += documents
    return nth === 0 || postings <= MAX_POSTINGS
  })
}

export interface Thread {
  post_id: string
  document: number
  title: string
  /** BM25 alone */
  score: number
  /** which of the question's words it contains */
  lexemes: number[]
}

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
  const known = terms.filter(isKnown)
  const near = these
    ? sql`select unnest(${these}::int[]) as document`
    : sql`select h.document, sum(${weight(sql`1`)}) as score from term t join retrieval_postings h on h.lexeme = t.lexeme
        where t.is_rarest group by h.document order by score desc, h.document limit ${candidates * CANDIDATE_FACTOR}::int`
  const { rows } = await sql<Row>`
    with term as materialized (
      select * from unnest(${known.map(({ id }) => id)}::int[], ${known.map(({ idf }) => idf)}::float8[],
        ${known.map((term) => rarest.includes(term))}::boolean[]) as t (lexeme, idf, is_rarest)),
    near as materialized (${near}),
    picked as materialized (
      select n.document, d.length / ${average}::float8 as length,
        (select sum(${weight(sql`d.length / ${average}::float8`)}) from term t
          join retrieval_postings h on h.lexeme = t.lexeme and h.document = n.document where t.is_rarest) as score
      from near n join retrieval_documents d on d.id = n.document
      order by score desc nulls last, n.document limit ${candidates}::int),
    scored as materialized (
      select d.document, coalesce((select sum(${weight(sql`d.length`)}) from term t
        join retrieval_postings h on h.lexeme = t.lexeme and h.document = d.document), 0) as score from picked d),
    seen as (
      select p.id as post_id, s.document, p.title, s.score,
        s.score * (1 + ${sql.lit(VOTE_WEIGHT)} * greatest(p.upvotes - p.downvotes, 0) / (10 + greatest(p.upvotes - p.downvotes, 0))
          + ${sql.lit(AGE_WEIGHT)} * exp(-extract(epoch from now() - p.created_at) / 31557600)) as place
      from scored s join retrieval_documents d on d.id = s.document join posts p on p.id = d.post_id
      where ${shownPost(viewer)}
      order by place desc, p.id limit ${most}::int)
    select post_id, document, title, score, (select count(*) from scored) as looked,
      array(select h.lexeme from retrieval_postings h
        where h.document = seen.document and h.lexeme = any(${known.map(({ id }) => id)}::int[])) as lexemes
    from seen order by place desc, post_id`.execute(db)
  return {
    found: rows.map(({ looked: _, ...thread }): Thread => thread),
    looked: rows[0]?.looked ?? (await countCandidates(db, rarest, candidates)),
  }
}

/** Counts the candidates; called if none of them may be shown. */
async function countCandidates(db: Ctx['db'], rarest: QuestionTerms['rarest'], most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select distinct document from retrieval_postings where lexeme = any(${rarest.map(({ id }) => id)}::int[])
    limit ${most}::int) d`.execute(db)
  return rows[0]!.count
}
