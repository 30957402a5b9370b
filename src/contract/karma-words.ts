/** What karma is made of, for both floors. The database counts alike: set_scores in db/functions/karma.sql. */

/** Where the explainer's bar begins and ends; the number itself is not cut. */
export const KARMA_RANGE = { from: -500, to: 5000 } as const

export const POINTS = { group: 15, pod: 15, kin: 8, writing: 5, event: 3 } as const

/** "Questions Answered" is full at so many. */
export const ANSWERS_FULL = 50
/** Weeks that "Steady" looks at, this one included. */
export const STEADY_WEEKS = 12
/** Achievements still to come that are shown. */
export const TO_COME = 4
