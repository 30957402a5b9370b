/**
 * What the model says is shown only if its source holds it. Pure functions: they know the sentence, the numbered passages
 * and the question, and nothing else.
 */
import { amountsIn, amountsOf } from './amounts.ts'
import { isLight } from './light-words.ts'
import { bareWordsOf, contentOf, contentWordsOf, isNegated, measuresOf, namesOf, numbersOf, wordsOf } from './words.ts'

/** An object of the model's answer. */
export interface Said {
  text: string
  /** number of its passage, from 1; undefined: its own words */
  n: number | undefined
  quote: string | undefined
  own: boolean
}

/** The letters of the passage itself, and where they stand in it, in UTF-16 units. */
export interface Span {
  from: number
  to: number
  quote: string
}

export type Checked = { kind: 'own'; text: string } | ({ kind: 'quoted'; text: string; n: number } & Span)

const SENTENCE_MAX = 400
const QUOTE_WORDS = 3
const QUOTE_LETTERS = 12
/** shorter than this it says little: the next part may say more */
const PART_LETTERS = 60
/** share of its words that stand in its passage, and share of these that stand in the quoted sentences */
const IN_PASSAGE = 0.6
const NEARBY = 0.65

/** Null: the sentence is not shown. */
export function checkSentence(said: Said, passages: string[]): Checked | null {
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
 * What could be, or become, a link, markup or an instruction: addresses, signs of markup, and what nobody sees. A dot between
 * two words without a space makes an address of them under any of the many endings; that it may be a forgotten space costs a
 * sentence. "e.g." and "7.30" are none.
 */
const ADDRESS =
  /@|:\/\/|\bwww\.|\b(?:https?|mailto|javascript|data):|[\p{L}\p{M}\p{N}_-]\.\p{L}\p{M}*\p{L}|\.\S*\/|\b\d+(?:\.\d+){3}\b/iu
const MARKUP = /[<>[\]{}|`\\]|&(?:#|\w+;)|\*\*|__|~~|^#+\s|!\[/
/** Control and formatting characters, and what belongs to no script. */
const HIDDEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]/u
/** These two make one emoji of several. */
const JOINERS = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\uFE0F|\u200D)/gu

/** Words alone. Line breaks of a passage are no more than spaces. */
export const isPlain = (text: string): boolean => {
  const line = text.replace(/[ \t\r\n]+/g, ' ')
  // as browsers read hosts: "．" and "。" are dots
  const folded = line.normalize('NFKC').replaceAll('。', '.')
  return line.trim() !== '' && !ADDRESS.test(folded) && !MARKUP.test(folded) && !HIDDEN.test(line.replace(JOINERS, ''))
}

/** So much of a source on either side of a quotation is looked at: no passage is longer. */
const SURROUNDINGS = 600

/** Whether a source that was changed still holds a sentence that quoted it: the quotation, and what the sentence says. */
export function isStillHeld(text: string, quote: string, source: string): boolean {
  const span = findQuote(quote, source)
  if (!span) return false
  const around = source.slice(Math.max(0, span.from - SURROUNDINGS), span.to + SURROUNDINGS)
  return checkSentence({ text, quote, n: 1, own: false }, [around]) !== null
}

/** The first sentences of a passage that are words alone, as many as follow each other: what is shown where no model speaks. */
export function plainPart(passage: string): Span | null {
  let part = null as Span | null
  for (const { 0: sentence, index } of passage.matchAll(/\S.*?(?:[.!?…]["'”’)]*(?=\s|$)|$)/gsu)) {
    const to = index + sentence.length
    const from = part?.from ?? index
    if (isPlain(sentence)) part = { from, to, quote: passage.slice(from, to) }
    else if (part && part.quote.length >= PART_LETTERS) break
    else part = null
  }
  return part && part.quote.length >= QUOTE_LETTERS ? part : null
}

/** Where these words stand in the passage, whole words, whatever the case and the spaces between them. */
export function findQuote(quote: string, passage: string): Span | null {
  const sought = folded(quote.trim()).text
  const words = wordsOf(sought)
  if (words.length < QUOTE_WORDS || words.join('').length < QUOTE_LETTERS) return null
  const { text, from, to } = folded(passage)
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length
    if (isInside(text, at) || isInside(text, end)) continue
    const span = { from: from[at]!, to: to[end - 1]! }
    return { ...span, quote: passage.slice(span.from, span.to) }
  }
  return null
}

/** The place is in the middle of a word. */
const isInside = (text: string, at: number) =>
  at > 0 && at < text.length && /[\p{L}\p{N}]/u.test(text[at - 1]!) && /[\p{L}\p{M}\p{N}]/u.test(text[at]!)

const QUOTE_MARKS: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-' }

/** Case, spaces and typographic marks folded; for each unit of the result, where it comes from. */
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

/** Dots that end no sentence. */
const SHORT_FORM = /(?:\b(?:dr|mr|mrs|ms|st|prof|vs|approx|e\.g|i\.e)|\b\p{Lu})\.$/iu

/**
 * The sentences of the source in which the quotation stands, as a whole: a denial may stand before or behind the part that is
 * quoted, and a number of another sentence may count something else.
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
 * The numbers of these sentences, with the same units: those of other sentences count something else. "One" is also a word
 * for something, and need only stand in the passage.
 */
function holdsNumbers(text: string, around: string, passage: string): boolean {
  const [numbers, amounts] = [numbersOf(around), amountsIn(around)]
  if (numbersOf(passage).has('1') || /\ban?\b/i.test(around)) numbers.add('1')
  return [...numbersOf(text)].every((one) => numbers.has(one)) && amountsOf(text).every((one) => amounts.has(one))
}

/** Units, quantities and effects must stand in the passage: "a month" is not held by "a week", nor "cured" by "we did it". */
function holdsMeasures(text: string, passage: string): boolean {
  const there = measuresOf(passage)
  return [...measuresOf(text)].every((measure) => there.has(measure))
}

function holdsNames(text: string, passage: string): boolean {
  const there = bareWordsOf(passage)
  return namesOf(text).every((name) => there.has(name))
}

interface About {
  passage: string
  /** the sentences of the passage in which the quotation stands */
  around: string
  quote: string
}

/**
 * What it says stands in the passage: most of its words, and each word that carries knowledge. Most of these stand in the
 * quoted sentences, and one in the quotation itself. That a word was asked for does not help: the question is no source.
 */
function isAbout(text: string, { passage, around, quote }: About): boolean {
  const said = new Map(contentWordsOf(text).map(({ word, stem }) => [stem, word]))
  const [inPassage, nearby, inQuote] = [passage, around, quote].map((where) => new Set(contentOf(where)))
  const held = [...said.keys()].filter((stem) => inPassage!.has(stem))
  const there = bareWordsOf(passage)
  return (
    held.length > 0 &&
    held.length / said.size >= IN_PASSAGE &&
    held.filter((stem) => nearby!.has(stem)).length / held.length >= NEARBY &&
    held.some((stem) => inQuote!.has(stem)) &&
    [...said].every(([stem, word]) => inPassage!.has(stem) || isLight(word, there))
  )
}

const FEELING = '(?:hard|tough|exhausting|rough|tiring|frustrating|stressful|lonely|scary|painful|difficult|draining)'
const VERY = '(?:really |so |very |incredibly |truly )?'
/**
 * Words without knowledge are these and no others, so that nothing else gets in under their name: no number, no name and no
 * advice.
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
