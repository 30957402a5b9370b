/**
 * Decides whether the results answer the question, before anything is shown and any model is called. A logistic
 * function, fitted to our own set, to a public set of 815 questions, each with and without its thread, and to 160 questions
 * about the demo town (docs/decisions/037). It opens at one half. The inputs do not depend on the size of the community.
 * `src/server/evaluation/own-set.test.ts` checks the gate against our own set.
 */
import type { Evidence } from './results.ts'

/** Words, as stems, that only ask and say nothing about the subject. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set(
  `answer advic tip trick practic anyth someth work help best good way react recommend idea experi anyon get got rid thing
  realli much need want`.split(/\s+/),
)

const WORD_WEIGHTS = {
  constant: -2.89,
  coverage: 1.46,
  first: 0.26,
  margin: 6.65,
  title: 2.12,
  unknown: -4.64,
  cosine: 0,
}
/** With the second retrieval pass; the cosine is that of Universal Sentence Encoder lite. */
const MEANING_WEIGHTS = { ...WORD_WEIGHTS, constant: -6.3, cosine: 7 }

export const THRESHOLD = 0.5

/** The probability that the best thread answers the question, from 0 to 1. */
export function likelihoodOf({ coverage, first, margin, title, unknown, cosine }: Evidence): number {
  const by = cosine === null ? WORD_WEIGHTS : MEANING_WEIGHTS
  const sum =
    by.constant +
    by.coverage * coverage +
    by.first * first +
    by.margin * margin +
    by.title * title +
    by.unknown * unknown +
    by.cosine * (cosine ?? 0)
  return 1 / (1 + Math.exp(-sum))
}

export const isSure = (evidence: Evidence): boolean => likelihoodOf(evidence) >= THRESHOLD
