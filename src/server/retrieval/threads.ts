/** Finds the threads that contain a question's words, by BM25 (docs/decisions/037). */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { shownPost } from './rules.ts'
import { NOBODY_ID } from './stale-sources.ts'
import type { QuestionTerms, Term } from './terms.ts'

const K1 = 1.2
const B = 0.75
/** The score of a word in one document is at most this, times how rare the word is. */
export const MAX_TERM_WEIGHT = K1 + 1
/** For this many of the best it is checked whether they may be shown; for more if too few of them may. */
const CANDIDATES = [100, 1000, 5000]
/** This many of the best by near words are scored. */
const CANDIDATES_BY_NEAR_WORDS = 60
/** This many times more are first ordered without their lengths, because each length costs a lookup. */
const CANDIDATE_FACTOR = 4
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

/** A word of the title that is near to a word of the question adds this share of it. */
const NEAR_IN_TITLE = 0.5
/**
 * The words of the question that stand together in one passage add this much, times how rare they are: of the passage with the
 * most of them, and once more of the post's own, its title included. Tried on 815 public questions: nDCG@10 0.579 without, 0.598 with both.
 */
const PASSAGE_WEIGHT = 0.5
const OWN_PASSAGE_WEIGHT = 0.2
/** So many passages of so many of the best threads are read, the post's own first. */
const MAX_READ = 20
const MAX_PASSAGES = 100

/**
 * The contribution of a word to a document's score; `h` is the word's posting with its weight, `length` the document's
 * length divided by the average.
 */
const weight = (length: RawBuilder<unknown>) => sql`h.weight * h.tf * ${sql.lit(MAX_TERM_WEIGHT)}::float8
  / (h.tf + ${sql.lit(K1)}::float8 * (${sql.lit(1 - B)}::float8 + ${sql.lit(B)}::float8 * ${length}))`

export interface Thread {
  post_id: string
  document: number
  title: string
  /** BM25 alone: the gate compares it with the highest possible one */
  score: number
  /** BM25, the words of the title and those that stand together */
  rank: number
  /** how rare the question's words in the title are together */
  title_idf: number
  /** which of the question's words and of the other words for the same things it contains */
  lexemes: number[]
}

/** The best threads first, of those that this viewer may see now and that may be quoted. */
export async function threadsFor(ctx: Ctx, asked: QuestionTerms, most: number): Promise<Thread[]> {
  if (asked.terms.length === 0) return []
  for (const candidates of CANDIDATES) {
    const { found, looked } = await look(ctx, asked, most, candidates)
    if (found.length >= most || looked < candidates || candidates === CANDIDATES.at(-1)) return found
  }
  return []
}

/** These documents and those with the near words, all scored by both; the best first. */
export async function nearestThreads(
  ctx: Ctx,
  asked: QuestionTerms,
  documents: number[],
  most: number,
): Promise<Thread[]> {
  const { found } = await look(ctx, asked, most, CANDIDATES_BY_NEAR_WORDS, documents)
  return found
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

/** If `these` is given, these documents and those with near words are scored, and no others. */
async function look(
  { db, viewer }: Ctx,
  asked: QuestionTerms,
  most: number,
  candidates: number,
  these: number[] | null = null,
) {
  const { terms, rarest, average } = asked
  const rare = new Set(these ? [] : rarest.map(({ lexeme }) => lexeme))
  const words = terms.flatMap((term, nth) => [
    ...term.ids.map((id) => ({ id, weight: term.idf, nth, isSelecting: rare.has(term.lexeme), isNear: false })),
    ...term.near.map(({ id, share, selects }) => ({
      ...{ id, weight: term.idf * share, nth, isSelecting: selects, isNear: true },
    })),
  ])
  const ownWords = terms.flatMap(({ ids }) => ids)
  const factor = these ? 1 : CANDIDATE_FACTOR
  const length = sql`c.length / ${average}::float8`
  const picked = these
    ? sql`select document, length from candidate`
    : sql`select c.document, c.length from candidate c
        join (select document, sum(weight) as score from rated group by document) r using (document)
        order by r.score desc, c.document limit ${candidates}::int`
  const { rows } = await sql<Row>`
    with word as materialized (
      select * from unnest(${words.map(({ id }) => id)}::int[], ${words.map(({ weight }) => weight)}::float8[],
        ${words.map(({ nth }) => nth)}::int[], ${words.map(({ isSelecting }) => isSelecting)}::boolean[],
        ${words.map(({ isNear }) => isNear)}::boolean[]) as w (lexeme, weight, nth, is_selecting, is_near)),
    term as materialized (
      select t.idf, coalesce(array_agg(w.lexeme) filter (where not w.is_near), '{}') as lexemes,
        coalesce(array_agg(w.lexeme) filter (where w.is_near), '{}') as near
      from unnest(${terms.map(({ idf }) => idf)}::float8[]) with ordinality as t (idf, nth)
        join word w on w.nth = t.nth - 1
      group by t.nth, t.idf),
    selected as not materialized (
      select p.document, w.nth, w.weight, p.tf from word w join retrieval_postings p on p.lexeme = w.lexeme
      where w.is_selecting),
    near as materialized (
      select h.document, sum(${weight(sql`1`)}) as score from selected h
      group by h.document order by score desc, h.document limit ${candidates * factor}::int),
    candidate as materialized (
      select d.id as document, d.length
      from (select document from near union select unnest(${these ?? []}::int[])) c join retrieval_documents d on d.id = c.document),
    rated as materialized (
      select c.document, h.nth, max(${weight(length)}) as weight
      from candidate c join selected h using (document) group by c.document, h.nth),
    picked as materialized (${picked}),
    weighed as (
      select document, nth, max(weight) as weight from (
        select r.document, r.nth, r.weight from rated r join picked using (document)
        union all
        select c.document, h.nth, ${weight(length)} as weight
        from picked c cross join lateral (
          select w.nth, w.weight, p.tf from word w join retrieval_postings p on p.lexeme = w.lexeme and p.document = c.document
          where not w.is_selecting and not w.is_near) h) h
      group by document, nth),
    scored as materialized (
      select d.document, coalesce(w.score, 0) as score,
        coalesce((select sum(t.idf * case when t.lexemes && r.lexemes then 1 else ${sql.lit(NEAR_IN_TITLE)} end)
          from retrieval_passages r join term t on t.lexemes && r.lexemes or t.near && r.lexemes
          where r.document = d.document and r.comment_id = ${sql.lit(NOBODY_ID)} and r.start is null), 0) as title
      from picked d left join (select document, sum(weight) as score from weighed group by document) w using (document)),
    placed as (select document, score, title, score + ${sql.lit(TITLE_WEIGHT)}::float8 * title as rank from scored),
    best as materialized (select * from placed order by rank desc, document limit ${sql.lit(MAX_READ)}),
    together as materialized (
      select b.document, max(p.idf) as passage, coalesce(max(p.idf) filter (where p.is_own), 0) as own_passage
      from best b cross join lateral (
        select r.comment_id = ${sql.lit(NOBODY_ID)} as is_own,
          (select sum(t.idf) from term t where t.lexemes && r.lexemes) as idf
        from (select comment_id, lexemes from retrieval_passages r where r.document = b.document
          order by comment_id limit ${sql.lit(MAX_PASSAGES)}) r
        where r.lexemes && ${ownWords}::int[]) p
      group by b.document),
    ranked as (
      select p.document, p.score, p.title, p.rank + coalesce(${sql.lit(PASSAGE_WEIGHT)}::float8 * t.passage
        + ${sql.lit(OWN_PASSAGE_WEIGHT)}::float8 * t.own_passage, 0) as rank
      from placed p left join together t using (document)),
    seen as (
      select p.id as post_id, s.document, p.title, s.score, s.rank, s.title as title_idf,
        s.rank * (1 + ${sql.lit(VOTE_WEIGHT)} * greatest(p.upvotes - p.downvotes, 0) / (10 + greatest(p.upvotes - p.downvotes, 0))
          + ${sql.lit(AGE_WEIGHT)} * exp(-extract(epoch from now() - p.created_at) / 31557600)) as place
      from ranked s join retrieval_documents d on d.id = s.document join posts p on p.id = d.post_id
      where ${shownPost(viewer)}
      order by place desc, p.id limit ${most}::int)
    select post_id, document, title, score, rank, title_idf, (select count(*) from scored) as looked,
      array(select h.lexeme from retrieval_postings h
        where h.document = seen.document and h.lexeme = any(${ownWords}::int[])) as lexemes
    from seen order by place desc, post_id`.execute(db)
  return {
    found: rows.map(({ looked: _, ...thread }): Thread => thread),
    looked: rows[0]?.looked ?? (these ? 0 : await countCandidates(db, rarest, candidates)),
  }
}

/** Counts the candidates; called if none of them may be shown. */
async function countCandidates(db: Ctx['db'], rarest: Term[], most: number): Promise<number> {
  const lexemes = rarest.flatMap(({ ids }) => ids)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select distinct document from retrieval_postings where lexeme = any(${lexemes}::int[])
    limit ${most}::int) d`.execute(db)
  return rows[0]!.count
}
