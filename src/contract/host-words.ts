/** The host of a round and the quiet member: limits, and the sentences that server and browser both need. */

/** Weeks for which a member can be left alone. */
export const LEFT_ALONE_WEEKS = { choices: [2, 4, 8, 12], max: 12 } as const

export const HOST_WORDS = {
  taken: 'You host this round. Thank you.',
  declined: 'That is fine. If another man can, he hosts.',
  turnOver: 'Another man hosts this round by now. Your turn comes again.',
  done: 'Good that you wrote.',
  passed: 'That is fine. If another man can, he is asked.',
  notAsked: 'This is done already. You need not do anything.',
  here: 'Good to have you here.',
  leftAlone: 'No reminders until then. Your place is yours.',
  backAgain: 'Welcome back.',
  failed: 'That did not go through. Try again.',
  untilPast: 'Choose a day that is still to come',
  untilFar: 'Choose a day within the next twelve weeks',
} as const
