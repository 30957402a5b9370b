/**
 * Checks that what the model says is in its source; other sentences are not shown. Pure functions of the sentence, the
 * numbered passages and the question.
 */
import { amountsIn, amountsOf } from './amounts.ts'
import { isLight } from './light-words.ts'
import { bareWordsOf, contentOf, contentWordsOf, isNegated, measuresOf, namesOf, numbersOf, wordsOf } from './words.ts'

/** One object of the model's answer. */
export interface ModelSentence {
  text: string
  /** number of the quoted passage, from 1; undefined: the model's own words */
  n: number | undefined
  quote: string | undefined
  own: boolean
}

/** The quoted letters of the passage, and their position in it, in UTF-16 units. */
export interface Span {
  from: number
  to: number
  quote: string
}

export type Checked = { kind: 'own'; text: string } | ({ kind: 'quoted'; text: string; n: number } & Span)

const SENTENCE_MAX = 400
const MIN_QUOTE_WORDS = 3
const MIN_QUOTE_LETTERS = 12
/** a shorter part says little; the next part may say more */
const MIN_PART_LETTERS = 60
/**
 * share of the sentence's words that must be in its passage, and share of these that must be in the quoted sentences
 */
const MIN_SHARE_IN_PASSAGE = 0.6
const MIN_SHARE_NEARBY = 0.65

/** Returns null if the sentence must not be shown. */
export function checkSentence(said: ModelSentence, passages: string[]): Checked | null {
  const text = said.text.replace(/\s+/g, ' ').trim()
  if (text.length > SENTENCE_MAX || !isPlain(said.text)) return null
  if (said.own) return isComfort(text) ? { kind: 'own', text } : null
  const passage = passages[(said.n ?? 0) - 1]
  if (passage === undefined || said.quote === undefined) return null
  const span = findQuote(said.quote, passage)
  if (!span || !isPlain(span.quote)) return null
  const around = sentencesAround(passage, span)
  const holds =
    holdsNumbers(text, around, passage) &&
    holdsMeasures(text, passage) &&
    holdsNames(text, passage) &&
    isNegated(text) === isNegated(around) &&
    isAbout(text, { passage, around, quote: span.quote })
  return holds ? { kind: 'quoted', text, n: said.n!, ...span } : null
}

/**
 * Matches addresses. Together with `MARKUP` and `HIDDEN` it finds what could be, or become, a link, markup or an
 * instruction. A dot between two words without a space is an address under one of the many top-level domains; a
 * sentence with only a missing space is lost, too. "e.g." and "7.30" do not match.
 */
const ADDRESS =
  /@|:\/\/|\bwww\.|\b(?:https?|mailto|javascript|data):|[\p{L}\p{M}\p{N}_-]\.\p{L}\p{M}*\p{L}|\.\S*\/|\b\d+(?:\.\d+){3}\b/iu
const MARKUP = /[<>[\]{}|`\\]|&(?:#|\w+;)|\*\*|__|~~|^#+\s|!\[/
/** Control and formatting characters, and unassigned ones. */
const HIDDEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]/u
/** These two join several emoji to one. */
const JOINERS = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\uFE0F|\u200D)/gu

/** True if the text is words without markup. Line breaks of a passage count as spaces. */
export const isPlain = (text: string): boolean => {
  const line = text.replace(/[ \t\r\n]+/g, ' ')
  // NFKC as browsers apply it to hosts: "．" and "。" become dots
  const folded = line.normalize('NFKC').replaceAll('。', '.')
  return line.trim() !== '' && !ADDRESS.test(folded) && !MARKUP.test(folded) && !HIDDEN.test(line.replace(JOINERS, ''))
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
  return checkSentence({ text, quote, n: 1, own: false }, [around]) !== null
}

/** The first sentences of a passage that are plain words, as many as follow each other. Shown if no model answers. */
export function plainPart(passage: string): Span | null {
  let part = null as Span | null
  for (const { 0: sentence, index } of passage.matchAll(/\S.*?(?:[.!?…]["'”’)]*(?=\s|$)|$)/gsu)) {
    const to = index + sentence.length
    const from = part?.from ?? index
    if (isPlain(sentence)) part = { from, to, quote: passage.slice(from, to) }
    else if (part && part.quote.length >= MIN_PART_LETTERS) break
    else part = null
  }
  return part && part.quote.length >= MIN_QUOTE_LETTERS ? part : null
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

const FEELING = '(?:hard|tough|exhausting|rough|tiring|frustrating|stressful|lonely|scary|painful|difficult|draining)'
const VERY = '(?:really |so |very |incredibly |truly )?'
/**
 * The complete list of sentences without knowledge. It is closed, so that no number, name or advice is shown as one of
 * them.
 */
const COMFORTS = [
  `(?:that|this|it) (?:sounds|must be|can be|is|must feel) ${VERY}${FEELING}(?: and ${VERY}${FEELING})?`,
  `that sounds like a ${FEELING} (?:night|day|week|time|situation)`,
  `i(?:'m| am) sorry (?:you(?:'re| are) going through this|to hear that|that you(?:'re| are) going through this)`,
  `you(?:'re| are) not alone(?: (?:in|with) this)?`,
  `(?:hang|hold) in there`,
  `thank you for asking`,
  `i hope this helps(?: a little)?`,
  `it makes sense (?:that you feel this way|to feel this way)`,
].map((pattern) => new RegExp(`^${pattern}[.!]?$`, 'i'))

const isComfort = (text: string): boolean => {
  const plain = text.replaceAll('’', "'")
  return COMFORTS.some((one) => one.test(plain))
}
