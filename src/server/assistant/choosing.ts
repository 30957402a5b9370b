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
 * out, because a part of it could mean something else.
 */
export function choose({ sentences }: Pick<Reply, 'sentences'>, places: number[]): Choice[] {
  return unitsOf(sentences, places).flatMap((unit) => {
    const spans = spansOf(sentences.slice(unit[0], unit[1] + 1))
    return spans ? [{ unit, spans }] : []
  })
}

/** Each span has as many whole sentences as fit in one quotation. Returns null if the unit may not be shown. */
function spansOf(sentences: SourceSentence[]): Span[] | null {
  const [first, last] = [sentences[0]!, sentences.at(-1)!]
  if (last.to - first.from > MAX_UNIT || sentences.some(({ isForeign }) => isForeign)) return null
  const spans: Span[] = []
  for (const { from, to, text } of sentences) {
    if (to - from > PASSAGE_MAX || !isPlain(text) || hasContact(text)) return null
    const open = spans.at(-1)
    if (open && to - open.from <= PASSAGE_MAX) {
      open.text += ' '.repeat(from - open.to) + text
      open.to = to
    } else spans.push({ from, to, text })
  }
  return spans.some(({ text }) => hasContact(text)) ? null : spans
}
