/**
 * Names, measures and sentences that both floors need as plain values.
 * No parser in here: a page that only wants to say "Please sign in to vote" must not carry zod to the browser.
 */

/** Offered in the composer, in this order (COMP-18). */
export const CATEGORIES = [
  'New Dads',
  'Mental Health',
  'Fitness & Health',
  'Relationships',
  'Stepfather Advice',
  'DIY & Tools',
  'Father & Son',
  'Father & Daughter',
  'Hobbies',
  'Teenage Years',
  'Business & Finance',
  'Fashion',
] as const

/** Shown first on the feed, in this order; any others follow by name (FEEDD-25). */
export const FEED_ORDER: readonly string[] = CATEGORIES.filter(
  (name) => !['Father & Daughter', 'Business & Finance', 'Fashion'].includes(name),
)

export const PAGE_SIZE = 20

// in code points, after trimming
export const TITLE_MAX = 200
export const CONTENT_MAX = 40_000
export const COMMENT_MAX = 10_000
export const MESSAGE_MAX = 4000
export const POLL_OPTION = { name: 'An option', max: 100 } as const
/** of a network and of a pod; a description is at most `DESCRIPTION_MAX`, a place `LOCATION_MAX` */
export const NAME_MAX = 60
export const DESCRIPTION_MAX = 1000
export const LOCATION_MAX = 120
/** a word with a request to come in, and why a suggestion is declined */
export const NOTE_MAX = 1000
/** what may be asked of the search */
const SEARCH_MAX = 200
/** a place in a list of what was searched instead: it holds those words */
export const LONG_CURSOR_MAX = 700

/** A pod: a small group of 2 to 12. The numbered list ends after 100 pages. */
export const POD = {
  name: { min: 3, max: 60 },
  description: 1000,
  capacity: { min: 2, max: 12, usual: 6 },
  perPage: 9,
  pages: 100,
} as const
export const MEETING_FREQUENCIES = ['weekly', 'bi-weekly', 'monthly', 'as-needed'] as const
export type MeetingFrequency = (typeof MEETING_FREQUENCIES)[number]

/** A poll has from two to eight options (COMP-19, COMP-20). */
export const POLL_OPTIONS = { min: 2, max: 8 } as const

export const PASSWORD = { min: 12, max: 128 } as const
export const USERNAME = /^[A-Za-z0-9._-]{3,30}$/

/** Who wrote it, where the account is gone. */
export const UNKNOWN = { display_name: 'Unknown User', username: 'unknown' } as const

/** What stands in the place of what administrators took away, and above it for its author. */
export const REMOVED = 'Removed by the administrators'

/** Sentences that a page says by itself as well as in answer to the server. */
export const SAY = {
  signInToPost: 'Please sign in to create posts',
  titleBlank: 'Please enter a title',
  contentBlank: 'Please enter what you want to say',
  postIncomplete: 'Please fill in all required fields',
  postFailed: 'Failed to create post. Please try again.',
  signInToComment: 'Please sign in to comment',
  commentBlank: 'Please enter a comment',
  commentFailed: 'Failed to post comment. Please try again.',
  signInToVote: 'Please sign in to vote',
  voteFailed: 'Failed to vote. Please try again.',
  pollHint: 'Add at least 2 options for your poll',
  pollTooFew: 'Please add at least 2 poll options',
  pollTooMany: 'Maximum 8 options allowed',
  pollTwice: 'Poll options must be different',
  pollVoteFailed: 'Failed to record vote',
  signInToPoll: 'Sign in to vote in this poll',
  notAuthenticated: 'User not authenticated',
  tryAgain: 'Please try again.',
  signInToEdit: 'Please sign in to change what you wrote',
  postDelete: 'Are you sure you want to delete this post? This action cannot be undone.',
  commentDelete: 'Are you sure you want to delete this comment? This action cannot be undone.',
  postDeleted: 'You have deleted this post in the meantime. Send it again to post it anew.',
  commentDeleted: 'You have deleted this comment in the meantime. Send it again to post it anew.',
  postChanged: 'You have changed this post elsewhere in the meantime. Nothing was overwritten.',
  commentChanged: 'You have changed this comment elsewhere in the meantime. Nothing was overwritten.',
  postUpdateFailed: 'Failed to update post. Please try again.',
  postDeleteFailed: 'Failed to delete post. Please try again.',
  commentUpdateFailed: 'Failed to update comment. Please try again.',
  commentDeleteFailed: 'Failed to delete comment. Please try again.',
} as const

export const codePoints = (text: string) => [...text].length

/** The sentence for a text with too many of them. */
export const tooLong = ({ name, max }: { name: string; max: number }) =>
  `${name} can be at most ${max.toLocaleString('en')} characters`

/** As much of a question as the search looks at. */
export const searchable = (words: string) => [...words].slice(0, SEARCH_MAX).join('')

/** Spaces, zero-width, control and other invisible signs alone do not make a text; U+2800 is the blank Braille pattern. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu
export const isBlank = (text: string) => text.replace(INVISIBLE, '') === ''

/**
 * On one line: what breaks it is a blank, and what cannot be seen but controls the text or turns it around is taken out. What
 * puts emoji together stays, and so do the joiners of Persian and of the scripts of India. As one_line in the database.
 */
export const asLine = (text: string): string =>
  text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, '')

/** Spaces of every kind: one blank. As slug_of in the database. */
export const SPACES = /[\s\u0085]+/gu

/** As it is looked up. Other capitals than those of English are the database's to make small: it alone knows how it did it. */
export const slugOf = (address: string): string =>
  address
    .replaceAll(SPACES, ' ')
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
