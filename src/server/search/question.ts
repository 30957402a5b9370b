/**
 * Interprets a question: words for the index, and the members and categories that it names. Words contain only letters
 * and digits (`search_tokens`), so a quoted word cannot contain an operator.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { findMembersByName } from './names.ts'
import type { Wanted } from './words.ts'

export interface Interpretation {
  text: Wanted
  /** how the words of a text are recognized */
  marks: Marks
  /** the same words, all in the title */
  title: Wanted
  authors: string[]
  categories: string[]
}

/** The searched words by their stems. */
export interface Marks {
  others: string[]
  /** the last word, with any ending */
  last: string[]
  /** its beginning, because the member may still be typing it */
  begun: string
}

interface Word {
  /** its stem */
  word: string
  /** stems that find it as well: the word in one with its neighbours, and with its whole compound */
  others: string[]
  /** the same as they were typed */
  begun: string[]
}

interface InterpretationRow {
  words: (Word & { is_last: boolean })[]
  /** the last word as it was typed */
  last: string
  completed: string[]
}

/**
 * Returns null if the question has no word. Characters that PostgreSQL cannot store separate words, like any other
 * sign.
 */
export async function interpret(ctx: Ctx, q: string, where: 'all' | 'text'): Promise<Interpretation | null> {
  const plain = asStorable(q)
  const { rows } = await sql<InterpretationRow>`
    with asked as materialized (select search_tokens(${plain}) as tokens)
    select coalesce((select json_agg(w) from search_question(${plain}) as w), '[]') as words,
      left(coalesce(tokens[array_upper(tokens, 1)], ''), 64) as last, search_words(${completions(plain)}) as completed
    from asked`.execute(ctx.db)
  const { last, completed } = rows[0]!
  const final = rows[0]!.words.find(({ is_last }) => is_last)
  const words = eachOnce(rows[0]!.words)
  if (!final || words.length === 0) return null
  const others = words.filter(({ word }) => word !== final.word)
  const wanted = (sign: string): Wanted => {
    const either = (found: string[]) => `(${found.map((word) => `'${sign}${word}'`).join(' | ')})`
    const forms = ({ word, others }: Word) => either([word, ...others])
    const beginnings = [last, ...final.begun].map((word) => `'${sign}${word}':*`)
    const begun = `(${beginnings.join(' | ')} | ${either([final.word, ...final.others, ...completed])})`
    return { whole: words.map(forms).join(' & '), begun: [begun, ...others.map(forms)].join(' & ') }
  }
  const [authors, categories] =
    where === 'all' ? [await findMembersByName(ctx, plain), await categoriesCalled(ctx, words, last)] : [[], []]
  const marks = {
    others: others.flatMap(({ word, others }) => [word, ...others]),
    last: [final.word, ...final.others, ...completed],
    begun: last,
  }
  return { text: wanted(''), title: wanted('^'), marks, authors, categories }
}

/** Each word once, in the order of the question, with what finds it at all of its places. */
function eachOnce(words: Word[]): Word[] {
  const all = new Map<string, Word>()
  for (const { word, others, begun } of words) {
    const known = all.get(word)
    all.set(word, { word, begun, others: [...new Set([...(known?.others ?? []), ...others])] })
  }
  return [...all.values()]
}

export const asStorable = (q: string) => q.replaceAll('\0', ' ').toWellFormed()

/** A category matches if every word is in its name. A single word may also be the beginning of a word there. */
async function categoriesCalled(ctx: Ctx, words: Word[], last: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; words: string[] }>`
    select c.id, search_indexed(search_folded(c.name)) as words from categories c`.execute(ctx.db)
  return rows.filter((category) => isNamed(category.words, words, last)).map(({ id }) => id)
}

const isNamed = (name: string[], words: Word[], last: string) =>
  words.every(({ word, others }) => [word, ...others].some((form) => name.includes(form))) ||
  (words.length === 1 && last.length > 2 && name.some((word) => word.startsWith(last)))

/**
 * Completions of a word that is still being typed: "sleepin" should find "sleeping", but the stem of "sleeping" is
 * "sleep", which does not begin with "sleepin".
 */
const ENDINGS = ['ing', 'ed', 'ly', 'ness', 'ment', 'tion']

function completions(q: string): string {
  const last = /[\p{L}\p{N}]+$/u.exec(q)?.[0] ?? ''
  return ENDINGS.flatMap((ending) =>
    Array.from({ length: ending.length - 1 }, (_, n) => ending.slice(0, n + 1))
      .filter((begun) => last.length > begun.length + 2 && last.endsWith(begun))
      .map((begun) => last + ending.slice(begun.length)),
  ).join(' ')
}
