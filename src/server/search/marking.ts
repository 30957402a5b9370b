/** Finds the searched words in a text: runs of letters that are like one of them. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { APOSTROPHES, folded, HYPHENS, isUnspaced, lettersOf, UNSPACED, WORD_SIGNS } from '../kernel/text/text.ts'
import type { Marks } from './question.ts'

/**
 * Maximum number of different words of a page whose stems are read from the database. A page of long posts may contain
 * more words that begin alike.
 */
const ASKED = 2000

/** How a word of a text matches the question: its last word, another word, or only begins with the last word. */
type Likeness = 'last' | 'other' | 'begun' | null

export interface Run {
  /** in lower case */
  word: string
  from: number
  to: number
  /** undefined: the database decides */
  likeness?: Likeness
}

const IN_WORD = `[[${WORD_SIGNS}]--[${UNSPACED}]]`
/** A whole emoji, with its skin tone, or joined to a family. */
const EMOJI = String.raw`\p{RI}{1,2}|\p{Extended_Pictographic}(?:\p{EMod}|\ufe0f|\u200d\p{Extended_Pictographic})*`
const UNSPACED_RUN = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}]*`, 'gu')
/** The next part of a compound: after a hyphen, after a blank, or after the mark of a large number. */
const NEXT_PART = new RegExp(String.raw`([${HYPHENS}\u00a0\u202f ]|(?<=\d)[.,](?=\d{3}))(${IN_WORD}+)`, 'vy')
/** Words that are one although a blank stands between them. `written_apart` in the database is the same rule. */
const WRITTEN_APART =
  /^(?:(?:anti|bio|co|ex|foster|god|grand|great|half|mid|multi|non|pre|re|self|semi|step|sub|wi) [a-z]|[egtuvx] [a-z]{3}|c section|\d{1,3} \d{3}(?!\d))/
const OUTER_APOSTROPHES = new RegExp(`[${APOSTROPHES}]+$`)

/** Finds candidates in a decomposed text, in no order. They may overlap. */
export function runsLike(marks: Marks): (text: string) => Run[] {
  const sought = [...marks.others, ...marks.last, marks.begun].filter((word) => word !== '')
  const wordsIn = wordsLike(sought.filter((word) => !isUnspaced(word)))
  const hasUnspaced = sought.some(isUnspaced)
  return (text) => [...wordsIn(text), ...(hasUnspaced ? unspacedIn(text, marks) : [])]
}

/**
 * Finds words that begin like one of the searched words. A stem begins like its word, so the stems of other words are
 * not read.
 */
function wordsLike(sought: string[]): (text: string) => Run[] {
  const initials = new Set(sought.map((word) => String.fromCodePoint(word.codePointAt(0)!)))
  if (initials.size === 0) return () => []
  const letters = [...initials].filter((sign) => /[a-z0-9]/.test(sign)).join('')
  const emoji = [...initials].some((sign) => !/[\p{L}\p{N}]/u.test(sign)) ? `|${EMOJI}` : ''
  // other letters than those of ASCII are folded first
  const first = String.raw`(?:[${letters}${letters.toUpperCase()}]|(?!\p{ASCII})[[\p{L}\p{N}]--[${UNSPACED}]])`
  const run = new RegExp(`(?<!${IN_WORD})[${APOSTROPHES}]*(${first}${IN_WORD}*)${emoji}`, 'gv')
  return (text) =>
    Array.from(text.matchAll(run), (match): Run[] => {
      const [whole, word = whole] = match
      const from = match.index + whole.length - word.length
      if (match[1] !== undefined && word[0]! > '\u007f' && !initials.has(initialOf(word))) return []
      const shown = word.replace(OUTER_APOSTROPHES, '')
      const one = { word: shown.toLowerCase(), from, to: from + shown.length }
      return [one, ...compoundsFrom(text, one, sought)]
    }).flat()
}

function initialOf(word: string): string {
  const sign = String.fromCodePoint(word.codePointAt(0)!)
  const plain = folded(sign)
  return plain === '' ? sign : String.fromCodePoint(plain.codePointAt(0)!)
}

/** Finds "co-parenting" for "coparenting": a word and its next parts in one, while a searched word begins like them. */
function compoundsFrom(text: string, { word, from, to }: Run, sought: string[]): Run[] {
  const runs: Run[] = []
  let before = folded(word)
  let joined = before
  while (joined !== '' && sought.some((one) => one.length > joined.length && one.startsWith(joined))) {
    NEXT_PART.lastIndex = runs.at(-1)?.to ?? to
    const [, sign, part] = NEXT_PART.exec(text) ?? []
    if (sign === undefined || part === undefined) break
    const next = folded(part)
    if (/\s/.test(sign) && !WRITTEN_APART.test(`${before} ${next}`)) break
    joined += next
    before = next
    runs.push({ word: joined, from, to: NEXT_PART.lastIndex - (OUTER_APOSTROPHES.exec(part)?.[0].length ?? 0) })
  }
  return runs
}

/** Finds the searched pairs of letters in scripts without spaces. Pairs that touch are one run. */
function unspacedIn(text: string, { others, last, begun }: Marks): Run[] {
  const likenessOf = (letters: string): Likeness => {
    if (last.includes(letters)) return 'last'
    if (others.includes(letters)) return 'other'
    return begun !== '' && letters.startsWith(begun) ? 'begun' : null
  }
  const runs: Run[] = []
  for (const { 0: run, index } of text.matchAll(UNSPACED_RUN)) {
    let from = index
    const letters = lettersOf(run)
    for (const [place, letter] of letters.entries()) {
      const next = letters[place + 1] ?? ''
      for (const part of next ? [letter, letter + next] : [letter]) {
        const likeness = likenessOf(folded(part))
        if (likeness) runs.push({ word: folded(part), from, to: from + part.length, likeness })
      }
      from += letter.length
    }
  }
  return runs
}

/** Orders the marked runs. The longer of two that begin together stays, and pairs of letters that touch are one. */
export function withoutOverlaps(runs: Run[]): Run[] {
  const kept: Run[] = []
  for (const run of runs.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const before = kept.at(-1)
    if (!before || run.from > before.to || (run.from === before.to && !(run.likeness && before.likeness)))
      kept.push({ ...run })
    else if (run.likeness && before.likeness && run.to > before.to)
      Object.assign(before, { to: run.to, word: before.word + run.word })
  }
  return kept
}

/** The database decides what a word is, with the same rule for the index, for questions and here. */
export async function likenessAmong(ctx: Ctx, marks: Marks, runs: Run[]): Promise<(run: Run) => Likeness> {
  const { others, last, begun } = marks
  const asked = [...new Set(runs.flatMap(({ word, likeness }) => (likeness ? [] : [word])))].slice(0, ASKED)
  const { rows } =
    asked.length === 0
      ? { rows: [] }
      : await sql<{ word: string; stems: string[] }>`
          select w as word, search_words(w) as stems from unnest(${asked}::text[]) as w`.execute(ctx.db)
  const likenessOf = (stems: string[]): Likeness => {
    if (stems.some((stem) => last.includes(stem))) return 'last'
    if (stems.some((stem) => others.includes(stem))) return 'other'
    return begun !== '' && stems.some((stem) => stem.startsWith(begun)) ? 'begun' : null
  }
  const known = new Map(rows.map(({ word, stems }) => [word, likenessOf(stems)]))
  return ({ word, likeness }) => likeness ?? known.get(word) ?? null
}
