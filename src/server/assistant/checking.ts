/**
 * What the model says is shown only if its source holds it. Pure functions: they know the sentence, the numbered passages
 * and the question, and nothing else.
 */
import { bareWordsOf, contentOf, isNegated, measuresOf, namesOf, numbersOf, wordsOf } from './words.ts'

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

/** Null: the sentence is not shown. */
export function checkSentence(said: Said, passages: string[], question: string): Checked | null {
  const text = said.text.replace(/\s+/g, ' ').trim()
  if (text.length > SENTENCE_MAX || !isPlain(said.text)) return null
  if (said.own) return isComfort(text) ? { kind: 'own', text } : null
  const passage = passages[(said.n ?? 0) - 1]
  if (passage === undefined || said.quote === undefined) return null
  const span = findQuote(said.quote, passage)
  if (!span || !isPlain(span.quote)) return null
  const holds =
    holdsNumbers(text, passage) &&
    holdsMeasures(text, passage) &&
    holdsNames(text, passage) &&
    isSameWay(text, passage, span) &&
    isAbout(text, { passage, quote: span.quote, question })
  return holds ? { kind: 'quoted', text, n: said.n!, ...span } : null
}

/** What could be, or become, a link, markup or an instruction: addresses, signs of markup, and what nobody sees. */
const ADDRESS =
  /@|:\/\/|\bwww\.|\b(?:https?|mailto|javascript|data):|\b[\w-]+\.(?:com|net|org|io|co|uk|de|fr|me|dev|app|info|example|test|xyz|ly|gg|ru|cn|tv)\b/i
const MARKUP = /[<>[\]{}|`\\]|&(?:#|\w+;)|\*\*|__|~~|^#+\s|!\[/
/** Control and formatting characters, and what belongs to no script. */
const HIDDEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]/u
/** These two make one emoji of several. */
const JOINERS = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\uFE0F|\u200D)/gu

/** Words alone. Line breaks of a passage are no more than spaces. */
export const isPlain = (text: string): boolean => {
  const line = text.replace(/[ \t\r\n]+/g, ' ')
  return line.trim() !== '' && !ADDRESS.test(line) && !MARKUP.test(line) && !HIDDEN.test(line.replace(JOINERS, ''))
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

function holdsNumbers(text: string, passage: string): boolean {
  const there = numbersOf(passage)
  return [...numbersOf(text)].every((number) => there.has(number))
}

/** "A pound a week" is not "a pound a month", "every nap" is not "the first nap", and "we did it" is not "it cured him". */
function holdsMeasures(text: string, passage: string): boolean {
  const there = measuresOf(passage)
  return [...measuresOf(text)].every((measure) => there.has(measure))
}

function holdsNames(text: string, passage: string): boolean {
  const there = bareWordsOf(passage)
  return namesOf(text).every((name) => there.has(name))
}

/** What its source advises against it does not recommend, and the other way round. */
function isSameWay(text: string, passage: string, { from, to }: Span): boolean {
  const before = passage
    .slice(0, from)
    .split(/[.!?;\n]/)
    .at(-1)!
  const nearby = before.trim().split(/\s+/).slice(-5).join(' ')
  return isNegated(text) === isNegated(`${nearby} ${passage.slice(from, to)}`)
}

interface About {
  passage: string
  quote: string
  question: string
}

/** Most of what it says stands in the passage or was asked; a good part in the passage; something in the quotation itself. */
function isAbout(text: string, { passage, quote, question }: About): boolean {
  const said = [...new Set(contentOf(text))]
  if (said.length === 0) return false
  const [inPassage, inQuote, asked] = [passage, quote, question].map((where) => new Set(contentOf(where)))
  const share = (holds: (word: string) => boolean) => said.filter(holds).length / said.length
  return (
    share((word) => inPassage!.has(word) || asked!.has(word)) >= 0.6 &&
    share((word) => inPassage!.has(word)) >= 0.4 &&
    said.some((word) => inQuote!.has(word))
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
