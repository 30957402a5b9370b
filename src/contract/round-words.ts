/** Values of pods' rounds that server and browser both need: choices, limits and labels. Imports no parser. */

/** How the time since the last round went. */
export const OUTCOMES = ['kept', 'partly', 'not', 'rough'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** As members read and choose them: about the commitment of the last round, and without one about the time since then. */
export const OUTCOME_WORDS: Record<Outcome, { commitment: string; time: string }> = {
  kept: { commitment: 'Kept it', time: 'Went well' },
  partly: { commitment: 'Partly', time: 'So-so' },
  not: { commitment: 'Not this time', time: 'Not great' },
  rough: { commitment: 'Rough time', time: 'Rough time' },
}

/** The lines of a check-in that can be kept private. */
export const PRIVATE_LINES = ['win', 'struggle', 'commitment'] as const
export type PrivateLine = (typeof PRIVATE_LINES)[number]

/** "Ana, Ben and Cal" */
export const namesTogether = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** "Ana was here.", "You and Ben were here." in two pieces: the names stand apart, because one of them may be in another script. */
export function wereHere(names: readonly string[]): { names: string; verb: string } {
  const all = namesTogether(names)
  const isOne = names.length === 1 && names[0] !== 'you'
  return { names: all.replace(/^you\b/, 'You'), verb: `${isOne ? 'was' : 'were'} here.` }
}

/** "If it is seven, then I put the phone away"; without a cue only the action. */
export const commitmentWords = ({ cue, action }: { cue: string | null; action: string }) =>
  cue ? `If ${cue}, then ${action}` : action

/** 1 is Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The number of weeks between two rounds. */
export const RHYTHM_WEEKS = [1, 2, 4] as const
export type RhythmWeeks = (typeof RHYTHM_WEEKS)[number]

export const PAUSE_REASONS = ['newborn', 'ill', 'travel', 'custody', 'other'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** How a member hears of his pod's check-ins: by mail, only on the site, or not at all. */
export const REMINDERS = ['mail', 'notice', 'off'] as const
export type Reminders = (typeof REMINDERS)[number]

/** The mails that a member can stop for one pod, each by the link in it. */
export const STOPPABLE_MAILS = ['check-in', 'recap', 'ask', 'write', 'season'] as const
export type StoppableMail = (typeof STOPPABLE_MAILS)[number]
/** "Stop mails about open check-ins of this pod" */
export const STOPPABLE_WORDS: Record<StoppableMail, string> = {
  'check-in': 'about open check-ins of this pod',
  recap: 'with the recaps of this pod',
  ask: 'about your asks in this pod',
  write: 'that ask you to write to a man in this pod',
  season: 'about how this pod goes on',
}

export const ROUND = {
  /** a round is open for three days */
  days: 3,
  /** rounds that a pod's page shows, and that a member's own figure counts */
  shown: 8,
  /** rounds of a season */
  season: { min: 6, max: 8, usual: 8 },
  /** rounds of a season that a member may miss without a trace */
  graces: 2,
  /** the pod's own sum is shown from this number of members on */
  sumFrom: 3,
  /** a pause with an end takes this long at most; one without an end has no limit */
  pauseYears: 2,
  /** so many times "not" in a row, and the form offers to make the commitment smaller */
  smallerAfter: 3,
} as const

/** The maximum lengths, in code points. */
export const CHECK_IN = { line: 500, commitmentCue: 200, commitmentAction: 300 } as const

export const SAY_ROUNDS = {
  signIn: 'Sign in to check in with your pod',
  noPod: 'Pod not found.',
  noRound: 'This round is no longer there',
  closed: 'This round has closed. You can check in again in the next one.',
  changed: 'You also checked in on another device. Both texts are kept.',
  failed: 'Your check-in was not sent. It is kept on this device; try again.',
  sent: 'Checked in. Good to hear from you.',
  sentHard: 'Checked in. Good that you said it.',
  changedNow: 'Your check-in is changed.',
  deleted: 'Your check-in is deleted.',
  outcomeMissing: 'Choose how it went',
  privateLines: 'Only the win, the struggle and what you will do can be private',
  reasonMissing: 'Choose a reason',
  remindersMissing: 'Choose how you hear of it',
  pauseTooLong: 'Choose a day within the next two years, or leave it open',
  roundIds: 'These are not rounds of a pod',
  tooNew: 'Once you have come to a round or two with this pod, this is yours to decide, too.',
  keptLately: 'One of you would rather go on with the rounds. You can ask again two weeks after he said so.',
  seasonAsked: 'All of you are asked right now how your pod goes on. Say it there.',
  actionMissing: 'Add what you will do, or leave both empty',
} as const
