/**
 * Checks that a source still supports a sentence that a model wrote about it. Answers from before models only chose have
 * such sentences (docs/decisions/063). Pure functions.
 */
import { amountsIn, amountsOf } from './amounts.ts'
import { isLight } from './light-words.ts'
import { isPlain } from './plain.ts'
import { bareWordsOf, contentOf, contentWordsOf, isNegated, measuresOf, namesOf, numbersOf, wordsOf } from './words.ts'

/** The quoted letters of the passage, and their position in it, in UTF-16 units. */
export interface Span {
  from: number
  to: number
  quote: string
}

const SENTENCE_MAX = 400
const MIN_QUOTE_WORDS = 3
const MIN_QUOTE_LETTERS = 12
/**
 * share of the sentence's words that must be in its passage, and share of these that must be in the quoted sentences
 */
const MIN_SHARE_IN_PASSAGE = 0.6
const MIN_SHARE_NEARBY = 0.65

/** Returns whether the source supports what a model wrote, with this quotation of it. */
export function isSupported(said: string, quote: string, passage: string): boolean {
  const text = said.replace(/\s+/g, ' ').trim()
  const span = findQuote(quote, passage)
  if (!span || text.length > SENTENCE_MAX || !isPlain(said) || !isPlain(span.quote)) return false
  const around = sentencesAround(passage, span)
  return (
    holdsNumbers(text, around, passage) &&
    holdsMeasures(text, passage) &&
    holdsNames(text, passage) &&
    isNegated(text) === isNegated(around) &&
    isAbout(text, { passage, around, quote: span.quote })
  )
}

/** How much of the source is checked before and after a quotation, in UTF-16 units; no passage is longer. */
const SURROUNDINGS_LENGTH = 600

/**
 * Returns whether an edited source still contains a sentence that quoted it: both the quotation and what the sentence
 * says.
 */
export function isStillHeld(text: string, quote: string, source: string): boolean {
  const span = findQuote(quote, source)
  if (!span) return false
  const around = source.slice(Math.max(0, span.from - SURROUNDINGS_LENGTH), span.to + SURROUNDINGS_LENGTH)
  return isSupported(text, quote, around)
}

/** Finds these words in the passage: whole words, in any case and with any spaces between them. */
export function findQuote(quote: string, passage: string): Span | null {
  const sought = folded(quote.trim()).text
  const words = wordsOf(sought)
  if (words.length < MIN_QUOTE_WORDS || words.join('').length < MIN_QUOTE_LETTERS) return null
  const { text, from, to } = folded(passage)
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length
    if (isInside(text, at) || isInside(text, end)) continue
    const span = { from: from[at]!, to: to[end - 1]! }
    return { ...span, quote: passage.slice(span.from, span.to) }
  }
  return null
}

/** True if the position is inside a word. */
const isInside = (text: string, at: number) =>
  at > 0 && at < text.length && /[\p{L}\p{N}]/u.test(text[at - 1]!) && /[\p{L}\p{M}\p{N}]/u.test(text[at]!)

const QUOTE_MARKS: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-' }

/**
 * Folds case, spaces and typographic marks. `from` and `to` give the position in the original for each unit of the
 * result.
 */
function folded(original: string): { text: string; from: number[]; to: number[] } {
  let text = ''
  const [from, to]: [number[], number[]] = [[], []]
  for (const { 0: cluster, index } of original.matchAll(/\s+|\P{M}\p{M}*|\p{M}+/gu)) {
    const one = /^\s/.test(cluster) ? ' ' : cluster.normalize('NFC').toLowerCase()
    const mark = QUOTE_MARKS[one] ?? one
    text += mark
    for (let unit = 0; unit < mark.length; unit++) {
      from.push(index)
      to.push(index + cluster.length)
    }
  }
  return { text, from, to }
}

/** Dots that do not end a sentence. */
const SHORT_FORM = /(?:\b(?:dr|mr|mrs|ms|st|prof|vs|approx|e\.g|i\.e)|\b\p{Lu})\.$/iu

/**
 * The whole sentences of the source that contain the quotation: a negation may stand before or after the quoted part,
 * and a number in another sentence may count something else.
 */
export function sentencesAround(passage: string, { from, to }: Pick<Span, 'from' | 'to'>): string {
  let [start, end] = [0, passage.length]
  for (const { 0: mark, index } of passage.matchAll(/[.!?…]+["'”’)]*(?=\s|$)|\n+/gu)) {
    const ends = index + mark.length
    if (mark.startsWith('.') && SHORT_FORM.test(passage.slice(Math.max(0, index - 8), index + 1))) continue
    if (ends <= from) start = ends
    else if (ends >= to) {
      end = ends
      break
    }
  }
  return passage.slice(start, end)
}

/**
 * The numbers of the text must be in these sentences, with the same units, because the numbers of other sentences count
 * something else. "One" is also a pronoun, so it only needs to be in the passage.
 */
function holdsNumbers(text: string, around: string, passage: string): boolean {
  const [numbers, amounts] = [numbersOf(around), amountsIn(around)]
  if (numbersOf(passage).has('1') || /\ban?\b/i.test(around)) numbers.add('1')
  return [...numbersOf(text)].every((one) => numbers.has(one)) && amountsOf(text).every((one) => amounts.has(one))
}

/**
 * Units, quantities and effects must be in the passage: "a month" is not supported by "a week", nor "cured" by "we did
 * it".
 */
function holdsMeasures(text: string, passage: string): boolean {
  const there = measuresOf(passage)
  return [...measuresOf(text)].every((measure) => there.has(measure))
}

function holdsNames(text: string, passage: string): boolean {
  const there = bareWordsOf(passage)
  return namesOf(text).every((name) => there.has(name))
}

interface SentenceInContext {
  passage: string
  /** the sentences of the passage that contain the quotation */
  around: string
  quote: string
}

/**
 * The passage must contain most words of the text, and each word that carries knowledge. Most of these must be in the
 * quoted sentences, and one in the quotation itself. Words of the question get no exception, because the question is
 * not a source.
 */
function isAbout(text: string, { passage, around, quote }: SentenceInContext): boolean {
  const said = new Map(contentWordsOf(text).map(({ word, stem }) => [stem, word]))
  const [inPassage, nearby, inQuote] = [passage, around, quote].map((where) => new Set(contentOf(where)))
  const held = [...said.keys()].filter((stem) => inPassage!.has(stem))
  const there = bareWordsOf(passage)
  return (
    held.length > 0 &&
    held.length / said.size >= MIN_SHARE_IN_PASSAGE &&
    held.filter((stem) => nearby!.has(stem)).length / held.length >= MIN_SHARE_NEARBY &&
    held.some((stem) => inQuote!.has(stem)) &&
    [...said].every(([stem, word]) => inPassage!.has(stem) || isLight(word, there))
  )
}
