/** Orders the sentences of an answer by thread, and within a thread by reply. */
import type { Quotation, Sentence, Source } from '#contract/assistant.ts'

export type QuotedSentence = Sentence & { quotation: Quotation }

/** Sentences that are shown together: the quotations of one reply that follow each other, or any other sentence alone. */
export type AnswerPart = [Sentence, ...Sentence[]]

export interface AnswerThread {
  /** null: the assistant's own words, and what was taken back */
  source: Source | null
  parts: AnswerPart[]
}

/**
 * Each thread once, in the order in which the answer names it. Own words stand with the quotation that follows them, or
 * above all threads; what was taken back has lost its thread, and stays where it was.
 */
export function threadsOf(sentences: Sentence[], sources: Source[]): AnswerThread[] {
  const threads: AnswerThread[] = []
  const waiting: AnswerPart[] = []
  let open: AnswerThread | undefined
  for (const sentence of sentences) {
    const source = sources.find(({ n }) => n === sentence.quotation?.n)
    if (!source) {
      const isTaken = sentence.kind !== 'own' && open?.source
      if (isTaken) open!.parts.push([sentence])
      else waiting.push([sentence])
      continue
    }
    // comfort comes before the first thread, not into it
    if (threads.length === 0 && waiting.length > 0) threads.push({ source: null, parts: waiting.splice(0) })
    open = threads.find((thread) => thread.source?.n === source.n)
    if (!open) {
      open = { source, parts: [] }
      threads.push(open)
    }
    open.parts.push(...waiting.splice(0))
    const last = open.parts.at(-1)
    if (last && isSameReply(last[0], sentence)) last.push(sentence)
    else open.parts.push([sentence])
  }
  if (waiting.length > 0) threads.push({ source: null, parts: waiting })
  return threads
}

const isSameReply = (one: Sentence, other: Sentence) =>
  one.kind === 'quotation' &&
  other.kind === 'quotation' &&
  one.quotation !== null &&
  one.quotation.post_id === other.quotation?.post_id &&
  one.quotation.comment_id === other.quotation.comment_id
