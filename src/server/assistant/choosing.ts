/**
 * From the sentences that a model or the program chooses to what is shown: whole sentences with what belongs to them,
 * letter by letter from their source (docs/decisions/063). Pure functions.
 */
import { PASSAGE_MAX } from '#contract/assistant-words.ts'
import { hasContact } from './contacts.ts'
import type { Reply } from './evidence.ts'
import { isPlain } from './plain.ts'
import { MAX_UNIT, type SourceSentence, type Unit, unitsOf } from './sentences.ts'

/** A part of a source, in UTF-16 units of its plain text. */
export interface Span {
  from: number
  to: number
  text: string
}

/** One or more spans that follow each other and are shown together. */
export interface Choice {
  unit: Unit
  spans: Span[]
}

/**
 * The sentences at these places of a reply, with what belongs to them. A unit that may not be shown as a whole is left
 * out, because a part of it could mean something else. Units that follow each other are shown together.
 */
export function choose({ sentences }: Pick<Reply, 'sentences'>, places: number[]): Choice[] {
  const within = ([first, last]: Unit) => sentences.slice(first, last + 1)
  const joined: Unit[] = []
  for (const [first, last] of unitsOf(sentences, places).filter((unit) => isShowable(within(unit)))) {
    const open = joined.at(-1)
    if (open && first === open[1] + 1) open[1] = last
    else joined.push([first, last])
  }
  return joined.flatMap((unit) => {
    const spans = spansOf(within(unit))
    // a number may also be spread over two sentences
    return hasContact(spans.map(({ text }) => text).join(' ')) ? [] : [{ unit, spans }]
  })
}

const isShowable = (unit: SourceSentence[]) =>
  unit.at(-1)!.to - unit[0]!.from <= MAX_UNIT &&
  unit.every(
    ({ from, to, text, isForeign }) => !isForeign && to - from <= PASSAGE_MAX && isPlain(text) && !hasContact(text),
  )

/** Each span has as many whole sentences as fit in one quotation. */
function spansOf(sentences: SourceSentence[]): Span[] {
  const spans: Span[] = []
  for (const { from, to, text, startsLine } of sentences) {
    const open = spans.at(-1)
    if (open && to - open.from <= PASSAGE_MAX) {
      open.text += (startsLine ? '\n' : ' ').padEnd(from - open.to) + text
      open.to = to
    } else spans.push({ from, to, text })
  }
  return spans
}
