/** Values of the search for a pod that server and browser both need: choices, limits and labels. Imports no parser. */
import type { RhythmWeeks } from './round-words.ts'

/** The stages of fatherhood. The value is stored and never changes; the label may. */
export const STAGES = {
  expecting: 'Expecting',
  baby: 'Baby',
  'small-child': 'Small child',
  'school-age': 'School age',
  teenager: 'Teenager',
  grown: 'Grown up',
} as const
export type Stage = keyof typeof STAGES
export const STAGE_NAMES = Object.keys(STAGES) as Stage[]

/** What a man wants from his pod. */
export const AIMS = {
  'show-up': 'Showing up for my kids',
  health: 'Health',
  marriage: 'Partnership or separation',
  sober: 'Staying sober',
  work: 'Work and money',
  'be-heard': 'Being heard',
} as const
export type Aim = keyof typeof AIMS
export const AIM_NAMES = Object.keys(AIMS) as Aim[]

export const WEEKS_WORDS: Record<RhythmWeeks, string> = {
  1: 'Every week',
  2: 'Every two weeks',
  4: 'Every four weeks',
}

export const SEEKER = {
  /** a man names one or two aims */
  aims: 2,
  /** a search ends by itself so many days after the last visit */
  days: 60,
  /** candidates and fitting pods that a list shows */
  shown: 20,
} as const

export const DOOR = {
  /** places that a pod opens at once */
  places: 3,
  /** a pod with at most so many members is asked whether it wants to open places */
  askedUpTo: 5,
  /** rounds on trial, for both sides */
  trialRounds: 2,
  /** an invitation can be answered for so many days */
  invitationDays: 7,
  /** invitations of a pod that run at the same time */
  invitations: 6,
} as const

export const SAY_SEEKERS = {
  signIn: 'Sign in to look for a pod',
  stageUnknown: 'This is not a stage in the list',
  aimUnknown: 'This is not an aim in the list',
  fitMissing: 'Say yes or no',
  stagesMissing: 'Choose at least one stage',
  aimsMissing: 'Choose one or two aims',
  weeksMissing: 'Choose how often you want to meet',
  noPod: 'Pod not found.',
  noRhythm: 'Choose a day for your rounds first. Men look for a pod by its rhythm.',
  noSeats: 'Your pod is full. There is no free seat now.',
  tooManyPlaces: 'Your pod has fewer seats left',
  onlyCreator: 'In a private pod its creator invites.',
  closed: 'Your pod has no open places right now',
  candidateGone: 'He is not on the list any more',
  enoughInvitations: 'Six invitations are open, and that is the most. Each ends after seven days.',
  noInvitation: 'This invitation has run out. You can go on looking.',
  taken: 'That seat was filled a moment ago. You keep your place in line.',
  noTrial: 'His first two rounds are already over',
  saved: 'You are in line. Pods with an open place can invite you.',
  ended: 'You are not looking any more.',
  opened: 'Your places are open.',
  shut: 'Your places are closed.',
  invited: 'Invited. He has seven days to answer.',
  welcome: 'Welcome. Say hello to your pod.',
  declined: 'That is fine. Nobody is told.',
  failed: 'That did not work. Please try again.',
} as const
