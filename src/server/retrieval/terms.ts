/** The words of a question as the index knows them: stems, other words for the same thing, and corrections of misspellings. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { otherWords, spelledOut } from './same-things.ts'
import { type Correction, correctionsOf, respelled, type Word } from './spelling.ts'

/** Maximum number of the question's words that select threads, the rarest first. */
const MAX_SELECTING_WORDS = 5
/** Maximum number of words that score the threads found; a long question would read too much otherwise. */
export const MAX_SCORED_WORDS = 30
/**
 * If the selecting words are in more documents than this in total, fewer of them select. A word that is left out still
 * counts in the scores of the threads that are found.
 */
const MAX_POSTINGS = 25_000

/** A word of the question as a stem, with the other words for the same thing. */
export interface Term extends Word {
  /** empty: no document contains it, only near words */
  ids: number[]
  /** number of documents that contain the most frequent of its words */
  documents: number
  /** number of documents of all its words together */
  postings: number
  /** how rare it is */
  idf: number
  /** the near words, the nearest first; empty until they are looked up */
  near: NearTerm[]
}

export interface NearTerm {
  id: number
  documents: number
  /** of the term's own weight, below 1 */
  share: number
  selects: boolean
}

export interface QuestionTerms {
  /** the rarest of the words that some document contains */
  terms: Term[]
  /** words that no document contains, and for which no correction was found */
  unknown: Word[]
  /** words that select threads */
  rarest: Term[]
  /** number of documents in the index */
  all: number
  /** average length of a document in words */
  average: number
  corrected: Correction[]
}

/** Inverse document frequency as in BM25; never below 0. */
export const idfOf = (documents: number, all: number) => Math.log(1 + (all - documents + 0.5) / (documents + 0.5))

/** The question's words, each once, and how rare they are. A misspelled word is replaced first. */
export async function questionTerms(ctx: Pick<Ctx, 'db'>, question: string): Promise<QuestionTerms> {
  const typed = spelledOut(question)
  const asTyped = await termsOf(ctx, typed)
  const corrected = await correctionsOf(ctx, asTyped.unknown)
  if (corrected.length === 0) return { ...asTyped, corrected }
  const meant = await termsOf(ctx, respelled(typed, corrected))
  // a word that only asks or joins is no news for the reader
  return { ...meant, corrected: corrected.filter(({ isStopWord }) => !isStopWord) }
}

interface Row {
  all: number
  length: number
  /** the question's word itself; null: another word for the same thing */
  token: string | null
  /** stem of the question's word */
  of: string
  id: number | null
  lexeme: string
  documents: number
}

async function termsOf({ db }: Pick<Ctx, 'db'>, question: string) {
  const others = otherWords(question)
  const { rows } = await sql<Row>`
    with asked as materialized (
      select distinct on (lexeme) token, lexeme, lexeme as of from (
        select t.token, (retrieval_words(t.token))[1] as lexeme from unnest(search_tokens(${question})) as t (token)) t
      where lexeme is not null),
    other as (
      select distinct on (of, lexeme) null::text as token, (retrieval_words(o.word))[1] as lexeme,
        (retrieval_words(o.of))[1] as of
      from unnest(${others.map(({ of }) => of)}::text[], ${others.map(({ word }) => word)}::text[]) as o (of, word)
      union select null, unnest(w.others), w.word from search_question(${question}) as w)
    select t.documents as all, t.length, a.token, a.of, l.id, a.lexeme, coalesce(l.documents, 0) as documents
    from retrieval_totals t, (select * from asked union all select * from other) a
      left join retrieval_lexemes l on l.lexeme = a.lexeme
    order by a.token is null, l.documents, a.lexeme`.execute(db)
  const { all = 0, length = 0 } = rows[0] ?? {}
  const groups = groupsOf(rows)
  const found = groups.map((group) => termOf(group, all)).sort((a, b) => a.documents - b.documents)
  const terms = found.filter(({ ids }) => ids.length > 0).slice(0, MAX_SCORED_WORDS)
  const unknown = groups.filter((group) => group.every(({ documents }) => documents === 0))
  return {
    terms,
    unknown: unknown.map(([word]): Word => ({ token: word!.token!, lexeme: word!.lexeme })),
    rarest: rarestOf(terms),
    all,
    average: all > 0 && length > 0 ? length / all : 1,
  }
}

/** Two words of the question for the same thing ("mum or mom") are one term. The first row is a word of the question. */
function groupsOf(rows: Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows.filter(({ token }) => token !== null)) {
    const isSame = [...groups.values()].some((group) => group.some(({ lexeme }) => lexeme === row.lexeme))
    if (isSame) continue
    const others = rows.filter(({ token, of, lexeme }) => token === null && of === row.of && lexeme !== row.of)
    groups.set(row.of, [row, ...others])
  }
  return [...groups.values()]
}

function termOf(group: Row[], all: number): Term {
  const [word] = group
  const known = group.filter(({ id, documents }) => id !== null && documents > 0)
  const documents = Math.max(0, ...known.map((row) => row.documents))
  return {
    ids: known.map(({ id }) => id!),
    token: word!.token!,
    lexeme: word!.lexeme,
    documents,
    postings: known.reduce((sum, row) => sum + row.documents, 0),
    idf: idfOf(documents, all),
    near: [],
  }
}

function rarestOf(known: Term[]): Term[] {
  let sum = 0
  return known.slice(0, MAX_SELECTING_WORDS).filter(({ postings }, nth) => {
    sum += postings
    return nth === 0 || sum <= MAX_POSTINGS
  })
}
