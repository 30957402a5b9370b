/**
 * The assistant's responses as a server would send them: a question, its sentences one by one, and the sources of the
 * quotations.
 */
import type { Answer, AnswerEvent, AssistantStatus, Quotation, Reply, Sentence, Source } from '#contract/assistant.ts'
import { anAuthor, anId, minutesAgo } from './makers.ts'

export const aStanding = (standing: Partial<AssistantStatus> = {}): AssistantStatus => ({
  queriesUsed: 2,
  queriesLimit: 5,
  plan: 'Free',
  renews_at: new Date('2026-12-01T00:00:00Z'),
  is_on: true,
  with_model: true,
  is_quotable: true,
  ...standing,
})

export const aSource = (n: number, source: Partial<Source> = {}): Source => ({
  n,
  post_id: anId(),
  title: `Thread ${n}`,
  author: anAuthor('hassan.amin', { display_name: 'Hassan Amin' }),
  place: { kind: 'category', name: 'New Dads', slug: 'new-dads' },
  created_at: minutesAgo(60 * 24 * 21),
  ...source,
})

export const aQuotation = (source: Source, text: string, quotation: Partial<Quotation> = {}): Quotation => ({
  n: source.n,
  text,
  post_id: source.post_id,
  comment_id: anId(),
  author: anAuthor('marcus_o', { display_name: 'Marcus Oyelaran' }),
  created_at: minutesAgo(60 * 24 * 20),
  ...quotation,
})

let counted = 0
/** A sentence of the model, supported by a quotation. */
export const quoted = (text: string, quotation: Quotation): Sentence => ({
  nth: ++counted,
  kind: 'quoted',
  text,
  quotation,
  struck: null,
})
/** The quotation alone. */
export const alone = (quotation: Quotation): Sentence => ({
  nth: ++counted,
  kind: 'quotation',
  text: quotation.text,
  quotation,
  struck: null,
})
export const own = (text: string): Sentence => ({ nth: ++counted, kind: 'own', text, quotation: null, struck: null })
export const struck = (why: NonNullable<Sentence['struck']>): Sentence => ({
  nth: ++counted,
  kind: 'quotation',
  text: null,
  quotation: null,
  struck: why,
})

export const anAnswer = (answer: Partial<Answer> = {}): Answer => {
  const sources = answer.sources ?? []
  return {
    id: anId(),
    question: 'What helps at four in the morning?',
    state: 'answered',
    response: (answer.sentences ?? []).map(({ text }) => text ?? '').join(' '),
    sentences: [],
    sources,
    sourcesFound: sources.length,
    with_model: true,
    care: false,
    created_at: minutesAgo(5),
    ...answer,
  }
}

export const aReply = ({ state = 'answered', ...reply }: Partial<Reply> = {}): Reply => ({
  ...anAnswer(reply),
  state,
  queriesUsed: 3,
  queriesLimit: 5,
  help: null,
  nearest: [],
  corrected: [],
  ...reply,
})

/** All events of the stream for this reply, in order. */
export function eventsOf(reply: Reply): AnswerEvent[] {
  const { id, care, with_model, queriesUsed, queriesLimit, sentences, sources } = reply
  return [
    { type: 'started', id, care, with_model, queriesUsed, queriesLimit },
    ...sentences.map((sentence) => ({
      type: 'sentence' as const,
      sentence,
      source: sources.find(({ n }) => n === sentence.quotation?.n) ?? null,
    })),
    { type: 'done', reply },
  ]
}

export async function* streamReply(reply: Reply): AsyncGenerator<AnswerEvent> {
  yield* eventsOf(reply)
}

/** A stream whose events the test sends one by one. `ended` is true after the reader has disconnected. */
export function aStream() {
  const waiting: AnswerEvent[] = []
  let wake = Promise.withResolvers<void>()
  let isCut = false
  const over = { done: true, value: undefined } as const
  const stream = {
    ended: false,
    say(...events: AnswerEvent[]) {
      waiting.push(...events)
      wake.resolve()
    },
    /** cuts the connection */
    cut() {
      isCut = true
      wake.resolve()
    },
    async next(): Promise<IteratorResult<AnswerEvent, undefined>> {
      while (waiting.length === 0 && !isCut && !stream.ended) {
        await wake.promise
        wake = Promise.withResolvers<void>()
      }
      const event = waiting.shift()
      return event && !stream.ended ? { done: false, value: event } : over
    },
    async return() {
      stream.ended = true
      wake.resolve()
      return over
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}
