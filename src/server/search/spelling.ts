/**
 * What somebody may have meant whose words find nothing. The index of spellings proposes known words, letters decide, and a
 * question is only taken for the right one when it finds something that this viewer may see.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { distance, mistakesIn } from '../kernel/text/text.ts'
import { understand } from './question.ts'
import { NOW, newestByWords, type Wanted } from './words.ts'

/** In UTF-16 units: the words go into the cursors of the pages that follow. */
const LONGEST = 100
/** Somebody who has so many words wrong in one question is writing another language. */
const UNKNOWN_MAX = 3
/** So many known words are compared with one. */
const COMPARED = 1000
const CANDIDATES = 3
/** So many questions are tried, each a look for one post. */
const TRIES = 3

/** Null: nothing else finds anything either. */
export async function meantBy(ctx: Ctx, q: string): Promise<string | null> {
  if (q.length > LONGEST) return null
  const unknown = await unknownIn(ctx, q)
  if (unknown.length === 0 || unknown.length > UNKNOWN_MAX) return null
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
  /** as the index takes it from the question */
  token: string
  /** its ground form */
  stem: string
}

/** Those that nobody has written where everyone reads, nor anybody where this viewer does; each once. */
async function unknownIn(ctx: Ctx, q: string): Promise<Token[]> {
  const { rows } = await sql<Token & { is_last: boolean }>`
    with asked as materialized (
      select t.token, (search_words(t.token))[1] as stem, t.place
      from unnest(search_tokens(${q})) with ordinality as t (token, place))
    select a.token, a.stem, a.place = (select max(place) from asked) as is_last from asked a
    where a.token !~ '[0-9]' and not exists (select from known_words k where k.stem = a.stem) order by a.place`.execute(
    ctx.db,
  )
  const unknown = [...new Map(rows.map((row) => [row.token, row])).values()].filter(
    ({ token }) => mistakesIn(token) > 0,
  )
  if (unknown.length === 0 || unknown.length > UNKNOWN_MAX) return unknown
  // mostly he has none of them, which one look for all of them says
  const queries = await Promise.all(unknown.map((one) => queryFor(ctx, one.token, one.is_last)))
  if (!(await anyOf(ctx, queries))) return unknown
  const his = new Set<Token>()
  for (const [place, query] of queries.entries()) if (await anyOf(ctx, [query])) his.add(unknown[place]!)
  return unknown.filter((one) => !his.has(one))
}

/** `begun`: also where the last word is only the beginning of one. */
async function queryFor(ctx: Ctx, words: string, begun: boolean): Promise<Wanted | null> {
  const asked = await understand(ctx, words, 'text')
  return asked && (begun ? asked.text : { ...asked.text, begun: asked.text.whole })
}

/** Whether there is a post for this viewer that one of them finds. */
async function anyOf(ctx: Ctx, queries: (Wanted | null)[]): Promise<boolean> {
  const asked = queries.filter((query) => query !== null)
  if (asked.length === 0) return false
  const either = (form: keyof Wanted) => asked.map((query) => `(${query[form]})`).join(' | ')
  return (await newestByWords(ctx, { whole: either('whole'), begun: either('begun') }, NOW, 1)).length > 0
}

/** The nearest known words; of those that are equally near, what stands in more posts. */
async function wordsLike(ctx: Ctx, { token, stem }: Token): Promise<string[]> {
  const forms = [...new Set([token, stem])].filter((form) => mistakesIn(form) > 0)
  const { rows } = await sql<{ word: string; posts: number }>`
    select word, posts from known_words_like(${forms}::text[], ${COMPARED})`.execute(ctx.db)
  return rows
    .map((row) => ({ ...row, far: Math.min(...forms.map((form) => distance(form, row.word))) }))
    .filter(({ word, far }) => word !== token && far <= mistakesIn(token))
    .sort((one, other) => one.far - other.far || other.posts - one.posts || (one.word < other.word ? -1 : 1))
    .slice(0, CANDIDATES)
    .map(({ word }) => word)
}

/** One of each list, the first ones of all first. */
function likeliest(lists: string[][]): string[][] {
  const all = lists.reduce<{ words: string[]; rank: number }[]>(
    (begun, list) =>
      begun.flatMap(({ words, rank }) => list.map((word, place) => ({ words: [...words, word], rank: rank + place }))),
    [{ words: [], rank: 0 }],
  )
  return all
    .sort((one, other) => one.rank - other.rank)
    .slice(0, TRIES)
    .map(({ words }) => words)
}

/** As it was typed, but for these words. */
function respelled(q: string, meant: Map<string, string>): string {
  return q.replace(/[\p{L}\p{N}\p{M}'’]+/gu, (run) => meant.get(folded(run)) ?? run)
}

/** As `search_tokens` folds a run of letters. */
const folded = (run: string) =>
  run
    .normalize('NFKD')
    .replace(/['’]|[\u0300-\u036f]/g, '')
    .toLowerCase()
