/** Values of asks that server and browser both need. Imports no parser. */

/** What the author of an ask says when he is asked in the next round. */
export const ASK_ANSWERS = ['happened', 'open'] as const
export type AskAnswer = (typeof ASK_ANSWERS)[number]

/** The maximum length of what a member says when he takes an ask, in code points. */
export const ASK_WORDS_MAX = 140

/** The maximum number of recaps that one call reads. */
export const RECAPS_MAX = 50

export const SAY_ASKS = {
  signIn: 'Sign in to answer your pod',
  notOpen: 'This ask is not open any more',
  taken: 'It has just been taken. Good that you offered.',
  /** `name` of the member who was first */
  takenBy: (name: string) => `${name} has just taken it. Good that you offered.`,
  failed: 'That was not sent. Check your connection and try again.',
  happened: 'Your ask is closed.',
  stillOpen: 'It stays open for your pod.',
  /** `name` of the man who has taken the ask */
  stillTaken: (name: string) => `Kept. ${name} still has it, and your pod can read it.`,
  takenNow: 'It is yours now.',
  givenBack: 'You gave it back, and it is open again. He gets no mail about it: a word from you helps.',
  openAgain: 'Your ask is open again.',
} as const
