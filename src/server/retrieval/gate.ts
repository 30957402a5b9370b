/**
 * Decides whether the results answer the question, before anything is shown and any model is called. A logistic
 * function, fitted by gradient descent to the 120 questions of test/sets/questions.jsonl. 30 of them have no answer,
 * and each of these counts three times, so that both kinds weigh the same. The constants are shifted so that the gate
 * opens at one half; between one half and `SURE` a thread may answer the question, and the reader is told so. The inputs
 * do not depend on the size of the community. `src/server/evaluation/own-set.test.ts` checks the gate against the set.
 */
import type { Certainty, Evidence } from './results.ts'

/** Words, as stems, that only ask and say nothing about the subject. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  `answer advic tip trick practic anyth someth work help best good way react recommend idea experi anyon get got rid thing
  realli much need want`.split(/\s+/),
)

const WORD_WEIGHTS = { constant: -3.67, coverage: 2.82, first: 10.66, margin: 0.64, unknown: -15.47, cosine: 0 }
/** With the second retrieval pass; the cosine is that of Universal Sentence Encoder lite. */
const MEANING_WEIGHTS = { constant: -8.45, coverage: 7.07, first: 5.31, margin: 0.3, unknown: -7, cosine: 6.63 }

export const THRESHOLD = 0.5
/** From here on a question is answered in full. */
const SURE = 0.8

/** The probability that the best threads answer the question, from 0 to 1. */
export function likelihoodOf({ coverage, first, margin, unknown, cosine }: Evidence): number {
  const by = cosine === null ? WORD_WEIGHTS : MEANING_WEIGHTS
  const sum =
    by.constant +
    by.coverage * coverage +
    by.first * first +
    by.margin * margin +
    by.unknown * unknown +
    by.cosine * (cosine ?? 0)
  return 1 / (1 + Math.exp(-sum))
}

export const certaintyOf = (likelihood: number): Certainty =>
  likelihood >= SURE ? 'sure' : likelihood >= THRESHOLD ? 'unsure' : 'none'
