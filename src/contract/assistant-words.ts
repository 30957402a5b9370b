/** Limits and messages of the assistant, for server and browser. */

export const QUESTION_MAX = 1000
/** the longest quotation from a passage, in UTF-16 units */
export const PASSAGE_MAX = 600
/** the maximum number of the assistant's own sentences in an answer, such as "That sounds exhausting." */
export const OWN_SENTENCES_MAX = 2
/** saved questions on a page */
export const QUESTIONS_PAGE = 20

/** Why a sentence is no longer shown, as the member who asked reads it. */
export const STRUCK = {
  edited: 'The dad who said this has changed it',
  deleted: 'The dad who said this has taken it back',
  removed: 'The administrators have removed what this was taken from',
  hidden: 'What this was taken from is not open to you any more',
  blocked: 'You and the dad who said this no longer see each other here',
  unwilling: 'The dad or the network that this came from does not want to be quoted',
} as const
export type Struck = keyof typeof STRUCK

export const SAY_ASSISTANT = {
  blank: 'Please enter a question',
  signIn: 'Please sign in to use the assistant',
  failed: 'Failed to get response from the assistant',
  limit: 'Monthly query limit reached',
  unexpected: 'Something went wrong. Please try again.',
  off: 'The assistant is switched off here',
  underWay: 'This question is still being answered. Try again in a moment.',
  otherQuestion: 'This question could not be sent. Please try again.',
  missing: 'Question not found',
  nothing: 'No dad has answered this yet',
  /** of a stored question: what was near then is not kept */
  wasUnsure: 'I was not sure that a dad had answered this',
  unsure: 'I am not sure that a dad has answered this. The nearest:',
  notYourself: 'You can only do this for yourself',
} as const
