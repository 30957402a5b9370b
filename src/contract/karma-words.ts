/** Constants of karma, for server and browser. The database computes the same: set_scores in db/functions/karma.sql. */

/** Where the bar of the explanation begins and ends; the number itself is not limited. */
export const KARMA_RANGE = { from: -500, to: 5000 } as const

export const POINTS = { group: 15, pod: 15, kin: 8, writing: 5, event: 3 } as const

/** The number of answers at which "Questions Answered" is full. */
export const ANSWERS_FULL = 50
/** The number of weeks that "Steady" looks at, including the current one. */
export const STEADY_WEEKS = 12
/** The number of achievements shown that the member has not reached yet. */
export const TO_COME = 4
