/** Messages and lists of reports and administration. Separate from words.ts: only pages that report or decide load them. */

/** The reasons for a report, in this order. */
export const REPORT_REASONS = [
  { value: 'unkind', label: 'Unkind, threatening or hateful' },
  { value: 'spam', label: 'Advertising or a scam' },
  { value: 'private', label: 'Tells something private about somebody' },
  { value: 'sexual', label: 'Sexual, or not fit for children' },
  { value: 'danger', label: 'Somebody may be in danger' },
  { value: 'other', label: 'Something else' },
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]['value']

export const REPORT_NOTE_MAX = 1000
/** of a removal or a suspension; the member reads it */
export const REMOVAL_REASON_MAX = 1000

/** of a word to a member in danger, which an administrator writes */
export const WORD_MAX = 1000

export const SAY_SAFETY = {
  signInToReport: 'Please sign in to report this',
  reportMissing: 'This is not there any more',
  reportOwn: 'This is your own',
  reportFailed: 'Failed to send your report. Please try again.',
  reportReasonBlank: 'Please choose a reason',
  reportThanks: 'Thank you. The administrators will look at it.',
  reasonBlank: 'Please say why',
  wordBlank: 'Please write him a few words',
  wordFailed: 'Failed to send your words. Please try again.',
  takeFailed: 'Failed to tell the others. Please try again.',
  openFailed: 'We could not tell the others that you have opened this. They are still being called by mail.',
  /** the title of a removed event */
  eventRemoved: 'An event removed by the administrators',
  decideFailed: 'Failed to save the decision. Please try again.',
} as const
