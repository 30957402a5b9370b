/** Whether what was found answers the question, before anything is said and any model is asked. */
import type { Evidence } from './found.ts'

const WEIGHTS = { constant: -4.5, coverage: 6, first: 2, margin: 0.5 }
export const THRESHOLD = 0.5

/** How likely it is that the best threads answer the question, from 0 to 1. */
export function likelihoodOf({ coverage, first, margin }: Evidence): number {
  const { constant, ...by } = WEIGHTS
  return 1 / (1 + Math.exp(-(constant + by.coverage * coverage + by.first * first + by.margin * margin)))
}
