/**
 * The whole sentences of a text, and which of them belong together (docs/decisions/063). A sentence is never shown
 * without the one that it leans on, nor without the condition, the negation or the "but" that follows it.
 */
import type { Block } from '#contract/text.ts'
import { plainOf } from '../kernel/text/text.ts'

/** A whole sentence, and its position in the plain text of its source, in UTF-16 units. */
export interface SourceSentence {
  from: number
  to: number
  text: string
  /** it is the first of a paragraph or of an item of a list */
  startsLine: boolean
  /** number of its list in the source; null outside lists */
  list: number | null
  /** the words of another author, in a block quote */
  isForeign: boolean
}

/** The sentences of a source in order. Each is an exact part of `plainOf(body)`. */
export function sentencesOf(body: Block[]): SourceSentence[] {
  const plain = plainOf(body)
  const sentences: SourceSentence[] = []
  let at = 0
  for (const { block, list, isForeign } of paragraphsOf(body)) {
    const words = plainOf([block])
    const start = plain.indexOf(words, at)
    if (!words || start < 0) continue
    at = start + words.length
    for (const [from, to] of split(words)) {
      const text = words.slice(from, to)
      sentences.push({ from: start + from, to: start + to, text, startsLine: from === 0, list, isForeign })
    }
  }
  return sentences
}

interface Paragraph {
  block: Block
  list: number | null
  isForeign: boolean
}

function paragraphsOf(body: Block[]): Paragraph[] {
  let lists = 0
  const walk = (block: Block, within: Omit<Paragraph, 'block'>): Paragraph[] => {
    if (block.t === 'quote') return block.c.flatMap((one) => walk(one, { ...within, isForeign: true }))
    if (block.t !== 'ul' && block.t !== 'ol') return [{ block, ...within }]
    const list = within.list ?? ++lists
    return block.c.flatMap((item) => item.flatMap((one) => walk(one, { ...within, list })))
  }
  return body.flatMap((block) => walk(block, { list: null, isForeign: false }))
}

const END = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)/gu
/** Dots that do not end a sentence: short forms, initials, and the number of an item. */
const SHORT_FORM =
  /(?:\b(?:dr|mr|mrs|ms|st|prof|vs|approx|etc|no|e\.g|i\.e|a\.m|p\.m)|(?:^|\s)\p{Lu}|(?:^|[.!?]\s)\d{1,2})\.$/iu

/** The positions of the sentences of one paragraph. */
function split(words: string): [from: number, to: number][] {
  const spans: [number, number][] = []
  let from = 0
  for (const { 0: mark, index } of words.matchAll(END)) {
    const to = index + mark.length
    const sentence = words.slice(from, to)
    const isLast = to === words.length
    if (
      !isLast &&
      (goesOn(mark, words.slice(to)) || SHORT_FORM.test(sentence.slice(-20)) || isOpen(sentence, words.slice(to)))
    )
      continue
    spans.push([from, to])
    from = to + /^\s*/.exec(words.slice(to))![0].length
  }
  if (from < words.length) spans.push([from, words.length])
  return spans
}

/** True if the next word shows that the sentence continues: "Stop!" he said; and so on ... and on. */
const goesOn = (mark: string, rest: string) =>
  /^\s+\p{Ll}/u.test(rest) && (/["”’')\]]$/.test(mark) || /^(?:…|\.{2,})/.test(mark))

/** True inside parentheses or quotation marks that are closed later. */
function isOpen(sentence: string, after: string): boolean {
  // a longer sentence is not shown anyway, and this keeps the time linear
  if (sentence.length > MAX_UNIT) return false
  const rest = after.slice(0, MAX_UNIT)
  const count = (sign: RegExp) => sentence.match(sign)?.length ?? 0
  return (
    // not the mouth of a smiley
    (count(/(?<![:;=8-])\(/g) > count(/(?<![:;=8-])\)/g) && rest.includes(')')) ||
    (count(/“/g) > count(/”/g) && rest.includes('”')) ||
    (count(/"/g) % 2 === 1 && rest.includes('"'))
  )
}

/** Longest unit of sentences that belong together, in UTF-16 units; a longer one is not shown. */
export const MAX_UNIT = 1500

/** The places of the first and the last sentence that belong together. */
export type Unit = [first: number, last: number]

/** The chosen sentence with all that belongs to it. */
export function unitOf(sentences: SourceSentence[], chosen: number): Unit {
  let [first, last] = [chosen, chosen]
  const at = (place: number) => {
    const found = sentences[place]
    return found && !found.isForeign ? found : null
  }
  // a longer unit is not shown, so its end need not be found
  while (sentences[last]!.to - sentences[first]!.from <= MAX_UNIT) {
    const [before, after] = [at(first - 1), at(last + 1)]
    if (before && leansBack(at(first)!, before)) first--
    else if (after && isBoundTo(after, at(last)!)) last++
    else break
  }
  return [first, last]
}

/** The units of these sentences, in the order of the source. Units that overlap become one. */
export function unitsOf(sentences: SourceSentence[], chosen: number[]): Unit[] {
  const units: Unit[] = []
  for (const place of [...new Set(chosen)].sort((a, b) => a - b)) {
    const [first, last] = unitOf(sentences, place)
    const open = units.at(-1)
    if (open && first <= open[1]) units[units.length - 1] = [Math.min(open[0], first), Math.max(open[1], last)]
    else units.push([first, last])
  }
  return units
}

const wordList = (words: string) => words.trim().split(/\s+/).join('|').replaceAll('_', ' ')
const beginning = (words: string) => new RegExp(`^["'“‘(]*(?:${wordList(words)})(?![\\p{L}\\p{N}])`, 'iu')

/** First words that refer to the sentence before. */
const DEPENDENT = beginning(`it its that this these those they them their he him his she her so then but and or also too
  because which who however therefore thus hence instead otherwise afterwards after_that still yet though although even_so
  except unless only not never neither nor either both same such there here until if_not if_so another one_of that_said
  mind_you then_again which_is besides plus meanwhile
  aber jedoch doch nicht nie außer sonst dann das dies es er sie pero pues eso esto entonces sino mais sauf cela ça alors il elle`)

/** First words that limit or take back the sentence before. */
const LIMITING = beginning(`but however except unless only although though not never no nope that_said still yet even_so
  otherwise on_the_other_hand mind_you until if provided providing assuming as_long_as so_long_as careful be_careful
  caveat warning don't don’t do_not just nevertheless nonetheless sadly unfortunately without then_again having_said edit
  update aber jedoch doch nicht nie außer pero sino nunca salvo mais sauf jamais`)

const NEGATED =
  /\b(?:not|never|no|none|nothing|nobody|stop(?:s|ped)?|worse|wrong|mistakes?|regret\w*|unless|except|but|however|only|danger\w*|careful|avoid\w*|hurts?|fail\w*|cannot|nicht|nie|kein\w*|nunca|jamais)\b|n['’]t\b/i

/** A title or an item without a full stop. */
const isUnfinished = ({ text }: SourceSentence) => !/[.!?…)\]"'”’]$|\p{Extended_Pictographic}\S?$/u.test(text)
const MAX_TITLE = 60
/** "What we never do:" */
const introduces = (one: SourceSentence) => /:$/.test(one.text) || (isUnfinished(one) && one.text.length <= MAX_TITLE)
const isListed = (one: SourceSentence, other: SourceSentence) => one.list !== null && one.list === other.list

const leansBack = (one: SourceSentence, before: SourceSentence) =>
  DEPENDENT.test(one.text) || isListed(one, before) || introduces(before) || isInParentheses(one)

/** True if the second sentence must not be shown without the first one, which follows it. */
const isBoundTo = (after: SourceSentence, one: SourceSentence) =>
  LIMITING.test(after.text) ||
  isInParentheses(after) ||
  isListed(after, one) ||
  introduces(one) ||
  (DEPENDENT.test(after.text) && NEGATED.test(after.text))

const isInParentheses = ({ text }: SourceSentence) => text.startsWith('(')
