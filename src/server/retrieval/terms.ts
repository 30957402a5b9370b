/**
 * The words of a question as the index knows them: stems, other words for the same thing, corrections of misspellings, and
 * words that are used like them.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { nearWords } from './near-words.ts'
import { otherWords, spelledOut } from './same-things.ts'
import { type Correction, correctionsOf, respelled, type UnknownWord } from './spelling.ts'

/** Maximum number of the question's words that select threads, the rarest first. */
const MAX_SELECTING_WORDS = 5
/** Maximum number of words that score the threads found; a long question would read too much otherwise. */
const MAX_SCORED_WORDS = 30
/**
 * If the selecting words are in more documents than this in total, fewer of them select. A word that is left out still
 * counts in the scores of the threads that are found.
 */
const MAX_POSTINGS = 40_000

/** How many words of the index that are near to one word of the question score, and how many near to all of them. */
const MAX_NEAR_OF_WORD = 16
const MAX_NEAR_WORDS = 64
/** A near word counts this much of the word itself, times its nearness; beside a word that some document has, less. */
const NEAR_SHARE = 1
const NEAR_SHARE_OF_KNOWN = 0.8
/** A word that is at least this near to a word of the index is a word, and not a misspelled one. */
const MIN_NEARNESS_OF_WORD = 0.6
/** Near words select threads, too, as long as they are in no more documents than this in total. */
const MAX_NEAR_POSTINGS = 5000
/** A word that no document contains counts this much of the rarest word, if a near word is found for it. */
const UNKNOWN_IDF = 0.8

/** A word of the question as a stem, with the other words for the same thing. */
export interface Term {
  /** empty: no document contains it, only near words */
  ids: number[]
  lexeme: string
  /** number of documents that contain the most frequent of its words */
  documents: number
  /** number of documents of all its words together */
  postings: number
  /** how rare it is */
  idf: number
  /** the near words, the nearest first */
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
  /** the rarest of the words that some document contains, or words near to them */
  terms: Term[]
  /** words that no document contains, and for which no correction was found; for some of them there are near words */
  unknown: string[]
  /** words that select threads */
  rarest: Term[]
  /** average length of a document in words */
  average: number
  corrected: Correction[]
}

/** Inverse document frequency as in BM25; never below 0. */
const idfOf = (documents: number, all: number) => Math.log(1 + (all - documents + 0.5) / (documents + 0.5))

/** The question's words, each once, and how rare they are. A misspelled word is replaced first. */
export async function questionTerms(ctx: Pick<Ctx, 'db'>, question: string): Promise<QuestionTerms> {
  const typed = spelledOut(question)
  const asTyped = await termsOf(ctx, typed)
  const corrected = await correctionsOf(ctx, asTyped.unknown)
  if (corrected.length === 0) return { ...asTyped, unknown: lexemesOf(asTyped.unknown), corrected }
  const meant = await termsOf(ctx, respelled(typed, corrected))
  // a word that only asks or joins is no news for the reader
  return { ...meant, unknown: lexemesOf(meant.unknown), corrected: corrected.filter(({ isStopWord }) => !isStopWord) }
}

const lexemesOf = (unknown: UnknownWord[]) => unknown.map(({ lexeme }) => lexeme)

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
  /** 1: the word itself, or another word for the same thing */
  nearness: number
}

async function termsOf({ db }: Pick<Ctx, 'db'>, question: string) {
  const others = otherWords(question)
  const near = await nearWords({ db }, [...new Set(question.toLowerCase().match(/[a-z]{3,}/g) ?? [])])
  const { rows } = await sql<Row>`
    with asked as materialized (
      select distinct on (lexeme) token, lexeme, lexeme as of, 1::float8 as nearness from (
        select t.token, (retrieval_words(t.token))[1] as lexeme from unnest(search_tokens(${question})) as t (token)) t
      where lexeme is not null),
    other as (
      select distinct on (of, lexeme) null::text as token, (retrieval_words(o.word))[1] as lexeme,
        (retrieval_words(o.of))[1] as of, 1::float8 as nearness
      from unnest(${others.map(({ of }) => of)}::text[], ${others.map(({ word }) => word)}::text[]) as o (of, word)),
    near as (
      select null::text as token, n.lexeme, a.of, max(n.nearness) as nearness
      from unnest(${near.map(({ of }) => of)}::text[], ${near.map(({ lexeme }) => lexeme)}::text[],
        ${near.map(({ nearness }) => nearness)}::float8[]) as n (token, lexeme, nearness)
        join asked a on a.token = n.token
      group by a.of, n.lexeme)
    select t.documents as all, t.length, a.token, a.of, l.id, a.lexeme, coalesce(l.documents, 0) as documents, a.nearness
    from retrieval_totals t, (select * from asked union all select * from other union all select * from near) a
      left join retrieval_lexemes l on l.lexeme = a.lexeme
    order by a.token is null, a.nearness desc, l.documents, a.lexeme`.execute(db)
  const { all = 0, length = 0 } = rows[0] ?? {}
  const groups = groupsOf(rows)
  const found = groups.map((group) => termOf(group, all)).sort((a, b) => a.documents - b.documents)
  const own = found.filter(({ ids }) => ids.length > 0).slice(0, MAX_SCORED_WORDS)
  const byNearOnly = found.filter(({ ids, near }) => ids.length === 0 && near.length > 0).slice(0, MAX_SCORED_WORDS)
  const terms = withFewNear([...own, ...byNearOnly])
  const unknown = groups.filter((group) => group.every((row) => isNear(row) || row.documents === 0))
  return {
    terms,
    unknown: unknown.map(([word, ...others]): UnknownWord => {
      const isWord = others.some(({ nearness, documents }) => nearness >= MIN_NEARNESS_OF_WORD && documents > 0)
      return { token: word!.token!, lexeme: word!.lexeme, isWord }
    }),
    rarest: rarestOf(terms.filter(({ ids }) => ids.length > 0)),
    average: all > 0 && length > 0 ? length / all : 1,
  }
}

const isNear = ({ nearness }: Row) => nearness < 1

/**
 * Two words of the question for the same thing ("mum or mom") are one term. The first row is a word of the question. A near
 * word that the question has itself does not count twice.
 */
function groupsOf(rows: Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  const asked = rows.filter(({ token }) => token !== null)
  const own = new Set(asked.map(({ lexeme }) => lexeme))
  for (const row of asked) {
    const isSame = [...groups.values()].some((group) =>
      group.some((other) => !isNear(other) && other.lexeme === row.lexeme),
    )
    if (isSame) continue
    const others = rows.filter(({ token, of, lexeme }) => token === null && of === row.of && lexeme !== row.of)
    groups.set(row.of, [row, ...others.filter((other) => !isNear(other) || !own.has(other.lexeme))])
  }
  return [...groups.values()]
}

function termOf(group: Row[], all: number): Term {
  const inIndex = group.filter(({ id, documents }) => id !== null && documents > 0)
  const known = inIndex.filter((row) => !isNear(row))
  const documents = Math.max(0, ...known.map((row) => row.documents))
  const idf = known.length > 0 ? idfOf(documents, all) : idfOf(0, all) * UNKNOWN_IDF
  const most = known.length > 0 ? NEAR_SHARE_OF_KNOWN : NEAR_SHARE
  const nearest = inIndex.filter(isNear).slice(0, MAX_NEAR_OF_WORD)
  const near = nearest.map((row): NearTerm => {
    // a frequent word that is near to a rare one says no more than any frequent word
    const rarity = idf > 0 ? Math.min(1, idfOf(row.documents, all) / idf) : 0
    return { id: row.id!, documents: row.documents, share: most * row.nearness * rarity, selects: false }
  })
  return {
    ids: known.map(({ id }) => id!),
    lexeme: group[0]!.lexeme,
    documents,
    postings: known.reduce((sum, row) => sum + row.documents, 0),
    idf,
    near,
  }
}

/** The near words that add most; these select threads, those that add most first, until they are in too many documents. */
function withFewNear(terms: Term[]): Term[] {
  const all = terms.flatMap(({ near, idf }) => near.map((word) => ({ word, adds: word.share * idf })))
  const best = all
    .sort((a, b) => b.adds - a.adds)
    .slice(0, MAX_NEAR_WORDS)
    .map(({ word }) => word)
  let sum = 0
  for (const word of best) {
    word.selects = sum + word.documents <= MAX_NEAR_POSTINGS
    if (word.selects) sum += word.documents
  }
  const kept = new Set(best)
  return terms.map((term) => ({ ...term, near: term.near.filter((word) => kept.has(word)) }))
}

function rarestOf(known: Term[]): Term[] {
  let sum = 0
  return known.slice(0, MAX_SELECTING_WORDS).filter(({ postings }, nth) => {
    sum += postings
    return nth === 0 || sum <= MAX_POSTINGS
  })
}
