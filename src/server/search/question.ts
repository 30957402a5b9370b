/**
 * What was asked, understood: words for the index, members and categories that it names.
 * Words hold letters and digits only (search_tokens), so nothing in a quoted one can be an operator.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { membersCalled } from './names.ts'
import type { Wanted } from './words.ts'

export interface Asked {
  text: Wanted
  /** which words of a text these are */
  marks: Marks
  /** the same words, all of them in the title */
  title: Wanted
  authors: string[]
  categories: string[]
}

/** By the ground forms of the words in a text. */
export interface Marks {
  others: string[]
  /** the last word, however it may end */
  last: string[]
  /** what it begins with, since he is still typing */
  begun: string
}

interface Read {
  words: string[]
  /** the last one as it was typed, and its ground form */
  last: string
  last_words: string[] | null
  completed: string[]
}

/** Null: there is no word in it. Signs that no database takes part words as any other sign does. */
export async function understand(ctx: Ctx, q: string, where: 'all' | 'text'): Promise<Asked | null> {
  const plain = storable(q)
  const { rows } = await sql<Read>`
    with asked as materialized (select search_tokens(${plain}) as tokens)
    select search_words(${plain}) as words, left(coalesce(tokens[array_upper(tokens, 1)], ''), 64) as last,
      search_words(tokens[array_upper(tokens, 1)]) as last_words, search_words(${completions(plain)}) as completed
    from asked`.execute(ctx.db)
  const { last, last_words, completed } = rows[0]!
  const words = [...new Set(rows[0]!.words)]
  if (words.length === 0) return null
  const others = words.filter((word) => !last_words?.includes(word))
  const wanted = (sign: string): Wanted => {
    const quote = (word: string) => `'${sign}${word}'`
    const endings = [...(last_words ?? []), ...completed].map(quote)
    const begun = [`(${[`${quote(last)}:*`, ...endings].join(' | ')})`, ...others.map(quote)]
    return { whole: words.map(quote).join(' & '), begun: begun.join(' & ') }
  }
  const [authors, categories] =
    where === 'all' ? [await membersCalled(ctx, plain), await categoriesCalled(ctx, words, last)] : [[], []]
  const marks = { others, last: [...(last_words ?? []), ...completed], begun: last }
  return { text: wanted(''), title: wanted('^'), marks, authors, categories }
}

export const storable = (q: string) => q.replaceAll('\0', ' ').toWellFormed()

/** Every word stands in the name; the only word may be the beginning of one there. */
async function categoriesCalled(ctx: Ctx, words: string[], last: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; words: string[] }>`
    select c.id, search_words(c.name) as words from categories c`.execute(ctx.db)
  return rows.filter((category) => isNamed(category.words, words, last)).map(({ id }) => id)
}

const isNamed = (name: string[], words: string[], last: string) =>
  words.every((word) => name.includes(word)) ||
  (words.length === 1 && last.length > 2 && name.some((word) => word.startsWith(last)))

/** He is still typing: "sleepin" has the ground form of "sleeping", which does not begin with it. */
const ENDINGS = ['ing', 'ed', 'ly', 'ness', 'ment', 'tion']

function completions(q: string): string {
  const last = /[\p{L}\p{N}]+$/u.exec(q)?.[0] ?? ''
  return ENDINGS.flatMap((ending) =>
    Array.from({ length: ending.length - 1 }, (_, n) => ending.slice(0, n + 1))
      .filter((begun) => last.length > begun.length + 2 && last.endsWith(begun))
      .map((begun) => last + ending.slice(begun.length)),
  ).join(' ')
}
