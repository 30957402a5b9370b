/** Values of pods' seasons that server and browser both need. Imports no parser. */

/** What each member of a pod can say at the end of a season. */
export const SEASON_ANSWERS = ['on', 'smaller', 'open', 'end'] as const
export type SeasonAnswer = (typeof SEASON_ANSWERS)[number]

/** What came of it. `quiet`: nobody answered, and the pod ended by itself. */
export const SEASON_OUTCOMES = [...SEASON_ANSWERS, 'quiet'] as const
export type SeasonOutcome = (typeof SEASON_OUTCOMES)[number]

/** "Open two places": free seats beside those who are in the pod. */
export const OPENED_PLACES = 2

export const SAY_SEASON = {
  signIn: 'Sign in to say how your pod goes on',
  noSeason: 'This is not a season of your pod',
  answerMissing: 'Choose how it goes on',
  decided: 'This question is closed. See how your pod goes on.',
  tooNew: 'You came in lately, so the others answer this time. Next time it is yours to say, too.',
  noRoom: 'Your pod has no room for two more men. Choose another answer.',
  /** what is counted (`season_voices` in the database) */
  counts:
    'The pod ends only if more than half want that, or if nobody answers and all have been quiet for long. Your answer counts, however often you came. If you say nothing, it counts as going on while your pod has heard from you lately, or you are on a pause.',
  kept: 'Your answer is kept. Nobody else sees it.',
  failed: 'Your answer was not sent. Try again.',
} as const
