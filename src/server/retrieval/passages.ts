/** Splits a text into passages: its paragraphs and list items, in parts if they are long. */
import type { Block } from '#contract/text.ts'
import { plainOf } from '../kernel/text/text.ts'

/** In UTF-16 units. */
export const MAX_UNITS = 600
/** A shorter part, such as a greeting or a heading, is joined to what follows. */
const SHORT_UNITS = 60

export interface Span {
  /** position in the plain text, in UTF-16 units */
  start: number
  text: string
}

/** The passages in order; each is an exact part of `plainOf(body)` at its start. */
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
    if (isNext && last.text.length < SHORT_UNITS && at - last.start <= MAX_UNITS)
      last.text = plain.slice(last.start, at)
    else spans.push(...parts(words, start))
  }
  return spans
}

/** Without block quotes: their words are another author's, and are indexed where he wrote them. */
const paragraphsOf = (block: Block): Block[] => {
  if (block.t === 'quote') return []
  if (block.t === 'ul' || block.t === 'ol') return block.c.flatMap((item) => item.flatMap(paragraphsOf))
  return [block]
}

function parts(words: string, start: number): Span[] {
  const all: Span[] = []
  let from = 0
  while (words.length - from > MAX_UNITS) {
    const end = from + endOf(words.slice(from, from + MAX_UNITS + 1))
    all.push({ start: start + from, text: words.slice(from, end) })
    from = words[end] === ' ' ? end + 1 : end
  }
  all.push({ start: start + from, text: words.slice(from) })
  return all
}

/** After the last sentence that ends in the window, else after the last word, else at the end of the window. */
function endOf(window: string): number {
  let end = 0
  for (const { index, 0: sign } of window.matchAll(/[.!?…]["'”’)\]]*(?= )/g)) end = index + sign.length
  if (end >= MAX_UNITS / 4) return end
  const space = window.lastIndexOf(' ')
  if (space > 0) return space
  const isPair = /[\ud800-\udbff]/.test(window[MAX_UNITS - 1]!)
  return isPair ? MAX_UNITS - 1 : MAX_UNITS
}
