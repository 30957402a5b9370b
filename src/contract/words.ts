/**
 * Names, limits and messages that server and browser both need as plain values.
 * Imports no parser, so that a page that only shows "Please sign in to vote" does not load zod.
 */

/** The categories that the composer offers, in this order. */
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

/** The categories shown first on the feed, in this order; any others follow by name. */
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
/** of a network and of a pod; a description has at most `DESCRIPTION_MAX`, a location `LOCATION_MAX` */
export const NAME_MAX = 60
export const DESCRIPTION_MAX = 1000
export const LOCATION_MAX = 120
/** the note with a request to join, and the reason why a suggestion is declined */
export const NOTE_MAX = 1000
/** the part of a query that the search uses */
const SEARCH_MAX = 200
/** a cursor of a search with a corrected spelling; it contains those words */
export const LONG_CURSOR_MAX = 700

/** A pod: a group of 2 to 12 members. The numbered list ends after 100 pages. */
export const POD = {
  name: { min: 3, max: 60 },
  description: 1000,
  capacity: { min: 2, max: 12, usual: 6 },
  perPage: 9,
  pages: 100,
} as const
export const MEETING_FREQUENCIES = ['weekly', 'bi-weekly', 'monthly', 'as-needed'] as const
export type MeetingFrequency = (typeof MEETING_FREQUENCIES)[number]

/** A poll has from two to eight options. */
export const POLL_OPTIONS = { min: 2, max: 8 } as const

export const PASSWORD = { min: 12, max: 128 } as const
export const USERNAME = /^[A-Za-z0-9._-]{3,30}$/

/** The author, if the account was deleted. */
export const UNKNOWN = { display_name: 'Unknown User', username: 'unknown' } as const

/** Replaces what administrators removed; its author sees it above his text. */
export const REMOVED = 'Removed by the administrators'

/** Messages that a page shows by itself, as well as faults of the server. */
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

/** The message for a text that is too long. */
export const tooLong = ({ name, max }: { name: string; max: number }) =>
  `${name} can be at most ${max.toLocaleString('en')} characters`

/** The part of a query that the search uses. */
export const searchable = (words: string) => [...words].slice(0, SEARCH_MAX).join('')

/**
 * A text of only spaces, zero-width, control and other invisible characters is blank; U+2800 is the blank Braille
 * pattern.
 */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu
export const isBlank = (text: string) => text.replace(INVISIBLE, '') === ''

/**
 * Puts a text on one line. A line break becomes a space; invisible control and direction characters are removed. Characters
 * that combine emoji stay, and so do the joiners of Persian and Indic scripts. Same as one_line in the database.
 */
export const asLine = (text: string): string =>
  text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, '')

/** Spaces of every kind, which become one space. Same as slug_of in the database. */
export const SPACES = /[\s\u0085]+/gu

/** The slug of a name. Lower-cases only English letters; the database lower-cases the others by its own rules. */
export const slugOf = (address: string): string =>
  address
    .replaceAll(SPACES, ' ')
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
