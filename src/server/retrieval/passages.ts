/** The passages of a text: its paragraphs and list items, in parts where they are long. */
import type { Block } from '#contract/text.ts'
import { plainOf } from '../kernel/text/text.ts'

/** In UTF-16 units. */
export const MOST_UNITS = 600
/** A greeting or a heading is no passage of its own: what follows belongs to it. */
const SHORT_UNITS = 60

export interface Span {
  /** in the plain text, in UTF-16 units */
  start: number
  text: string
}

/** One after the other; each stands letter by letter in `plainOf(body)` at its start. */
export function passagesOf(body: Block[]): Span[] {
  const plain = plainOf(body)
  const spans: Span[] = []
  let at = 0
  for (const paragraph of body.flatMap(paragraphsOf)) {
    const words = plainOf([paragraph])
    if (!words) continue
    const start = plain.indexOf(words, at)
    at = start + words.length
    const last = spans.at(-1)
    const isNext = last && start - (last.start + last.text.length) <= 1
    if (isNext && last.text.length < SHORT_UNITS && at - last.start <= MOST_UNITS)
      last.text = plain.slice(last.start, at)
    else spans.push(...parts(words, start))
  }
  return spans
}

/** Without block quotes: the words in them are somebody else's, and are indexed where he wrote them. */
const paragraphsOf = (block: Block): Block[] => {
  if (block.t === 'quote') return []
  if (block.t === 'ul' || block.t === 'ol') return block.c.flatMap((item) => item.flatMap(paragraphsOf))
  return [block]
}

function parts(words: string, start: number): Span[] {
  const all: Span[] = []
  let from = 0
  while (words.length - from > MOST_UNITS) {
    const end = from + endOf(words.slice(from, from + MOST_UNITS + 1))
    all.push({ start: start + from, text: words.slice(from, end) })
    from = words[end] === ' ' ? end + 1 : end
  }
  all.push({ start: start + from, text: words.slice(from) })
  return all
}

/** Behind the last sentence that ends in the window, else behind the last word, else where it is full. */
function endOf(window: string): number {
  let end = 0
  for (const { index, 0: sign } of window.matchAll(/[.!?…]["'”’)\]]*(?= )/g)) end = index + sign.length
  if (end >= MOST_UNITS / 4) return end
  const space = window.lastIndexOf(' ')
  if (space > 0) return space
  const isPair = /[\ud800-\udbff]/.test(window[MOST_UNITS - 1]!)
  return isPair ? MOST_UNITS - 1 : MOST_UNITS
}
