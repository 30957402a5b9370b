/** The texts of a season: what a member can answer, and what came of it. */
import type { SeasonAnswer, SeasonOutcome } from '#contract/season-words.ts'

const ANSWERS: Record<SeasonAnswer, string> = {
  on: 'Go on as we are',
  smaller: 'Go on without new men',
  open: 'Open two places',
  end: 'End well',
}
export const answerWords = (answer: SeasonAnswer) => ANSWERS[answer]

const HINTS: Record<SeasonAnswer, string> = {
  on: 'The same rhythm. A free seat stays open to new men',
  smaller: 'All who are in it now, and no new men',
  open: 'Two free places for new men',
  end: 'Your pod ends, with thanks. No more rounds or messages; what you said stays yours to read',
}
export const answerHint = (answer: SeasonAnswer) => HINTS[answer]

/** What the pod reads when it has decided. A pod that has ended says so on its own page. */
const OUTCOMES: Record<SeasonOutcome, string | null> = {
  on: 'Your pod goes on as it is.',
  smaller: 'Your pod goes on as it is, without new men for now.',
  open: 'Your pod goes on, with two places for new men.',
  end: null,
  quiet: null,
}
export const seasonOutcomeWords = (outcome: SeasonOutcome) => OUTCOMES[outcome]
