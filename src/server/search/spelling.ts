/**
 * Corrects a question whose words find nothing. The index of spellings proposes known words, edit distance decides
 * between them, and a correction is only used if it finds something that this viewer may see.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { distance, folded, maxMistakes, WORD } from '../kernel/text/text.ts'
import { interpret } from './question.ts'
import { NOW, newestByWords, type Wanted } from './words.ts'

/** In UTF-16 units. The words go into the cursors of the following pages, so they are bounded. */
const MAX_LENGTH = 100
/** A question with more wrong words than this is probably in another language. */
const MAX_UNKNOWN_WORDS = 3
/** Maximum number of known words that are compared with one word. */
const MAX_COMPARED = 1000
const MAX_CANDIDATES = 3
/** Maximum number of corrected questions that are tried; each takes one lookup of a post. */
const MAX_TRIED_CORRECTIONS = 3

/** Returns null if no correction finds anything. */
export async function correctionOf(ctx: Ctx, q: string): Promise<string | null> {
  if (q.length > MAX_LENGTH) return null
  const unknown = await unknownIn(ctx, q)
  if (unknown.length === 0 || unknown.length > MAX_UNKNOWN_WORDS) return null
  const proposals: string[][] = []
  for (const token of unknown) {
    const words = await wordsLike(ctx, token)
    if (words.length === 0) return null
    proposals.push(words)
  }
  for (const words of likeliest(proposals)) {
    const meant = respelled(q, new Map(unknown.map(({ token }, place) => [token, words[place]!])))
    if (meant !== q && (await anyOf(ctx, [await queryFor(ctx, meant, false)]))) return meant
  }
  return null
}

interface Token {
  /** the word as the index folds it */
  token: string
  /** its stem */
  stem: string
}

/** Words that stand in no post for everyone and in no other post that this viewer may see; each once. */
async function unknownIn(ctx: Ctx, q: string): Promise<Token[]> {
  const { rows } = await sql<Token & { is_last: boolean }>`
    with asked as materialized (
      select t.token, (search_words(t.token))[1] as stem, t.place
      from unnest(search_tokens(${q})) with ordinality as t (token, place))
    select a.token, a.stem, a.place = (select max(place) from asked) as is_last from asked a
    where a.token !~ ('[0-9' || unspaced_letters() || ']') and not exists (select from known_words k where k.stem = a.stem) order by a.place`.execute(
    ctx.db,
  )
  const unknown = [...new Map(rows.map((row) => [row.token, row])).values()].filter(
    ({ token }) => maxMistakes(token) > 0,
  )
  if (unknown.length === 0 || unknown.length > MAX_UNKNOWN_WORDS) return unknown
  // mostly he has none of them, and one lookup for all of them tells
  const queries = await Promise.all(unknown.map((one) => queryFor(ctx, one.token, one.is_last)))
  if (!(await anyOf(ctx, queries))) return unknown
  const his = new Set<Token>()
  for (const [place, query] of queries.entries()) if (await anyOf(ctx, [query])) his.add(unknown[place]!)
  return unknown.filter((one) => !his.has(one))
}

/** If `begun` is true, the last word may also be a prefix. */
async function queryFor(ctx: Ctx, words: string, begun: boolean): Promise<Wanted | null> {
  const asked = await interpret(ctx, words, 'text')
  return asked && (begun ? asked.text : { ...asked.text, begun: asked.text.whole })
}

/** Returns whether one of these words finds a post for this viewer. */
async function anyOf(ctx: Ctx, queries: (Wanted | null)[]): Promise<boolean> {
  const asked = queries.filter((query) => query !== null)
  if (asked.length === 0) return false
  const either = (form: keyof Wanted) => asked.map((query) => `(${query[form]})`).join(' | ')
  return (await newestByWords(ctx, { whole: either('whole'), begun: either('begun') }, NOW, 1)).length > 0
}

/** The nearest known words; of equally near words, those that are in more posts. */
async function wordsLike(ctx: Ctx, { token, stem }: Token): Promise<string[]> {
  const forms = [...new Set([token, stem])].filter((form) => maxMistakes(form) > 0)
  const { rows } = await sql<{ word: string; posts: number }>`
    select word, posts from known_words_like(${forms}::text[], ${MAX_COMPARED})`.execute(ctx.db)
  return rows
    .map((row) => ({ ...row, far: Math.min(...forms.map((form) => distance(form, row.word))) }))
    .filter(({ word, far }) => word !== token && far <= maxMistakes(token))
    .sort((one, other) => one.far - other.far || other.posts - one.posts || (one.word < other.word ? -1 : 1))
    .slice(0, MAX_CANDIDATES)
    .map(({ word }) => word)
}

/** Combines one word of each list, starting with the first of all lists. */
function likeliest(lists: string[][]): string[][] {
  const all = lists.reduce<{ words: string[]; rank: number }[]>(
    (begun, list) =>
      begun.flatMap(({ words, rank }) => list.map((word, place) => ({ words: [...words, word], rank: rank + place }))),
    [{ words: [], rank: 0 }],
  )
  return all
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_TRIED_CORRECTIONS)
    .map(({ words }) => words)
}

/** The question as it was typed, with these words replaced. */
function respelled(q: string, meant: Map<string, string>): string {
  return q.replace(WORD, (run) => meant.get(folded(run)) ?? run)
}
