/** Rounds of a pod, as the server returns them. */
import type { CheckIn, Rhythm, Round, RoundsOfPod } from '#contract/rounds.ts'
import { anAuthor, anId, minutesAgo } from './makers.ts'
import type { Answers } from './standin.ts'

const DAY = 60 * 24

export const aRhythm = (rhythm: Partial<Rhythm> = {}): Rhythm => ({
  ...{ weekday: 7, time: '20:00', time_zone: 'Europe/London', weeks: 1, season_rounds: 8 },
  next_at: minutesAgo(-5 * DAY),
  set_by: 'hassan.amin',
  ...rhythm,
})

export const aCheckIn = (checkIn: Partial<CheckIn> = {}): CheckIn => ({
  ...{ id: anId(), user: anAuthor(), is_own: false, outcome: 'kept' },
  ...{ win: null, struggle: null, ask: null, commitment: null, about: null, private_lines: [] },
  ...{ taking: null, ask_answer: null, ask_lapsed: false, can_take: false, can_release: false },
  ...{ created_at: minutesAgo(60), updated_at: minutesAgo(60) },
  ...checkIn,
})

/** The third round of a season, open since yesterday. */
export const aRound = (round: Partial<Round> = {}): Round => ({
  ...{ id: anId(), number: 3, season: 1, season_round: 3, is_open: true, check_ins: [] },
  ...{
    host: null,
    is_host: false,
    can_host: false,
    opening_question: 'What made you laugh at home lately?',
    card: null,
  },
  ...{ opens_at: minutesAgo(DAY), closes_at: minutesAgo(-2 * DAY) },
  ...round,
})

/** A pod without a rhythm, unless `rounds` says otherwise. */
export const theRounds = (rounds: Partial<RoundsOfPod> = {}): RoundsOfPod => ({
  ...{ pod_id: anId(), rhythm: null, ending: null, open: null, closed: [], has_older: false, came: null },
  own: {
    carried: null,
    carried_is_private: false,
    offers_smaller: false,
    asked_after: null,
    steady: null,
    pause: null,
    reminders: 'mail',
    stopped_mails: [],
    can_set_rhythm: true,
    write_request: null,
    quiet: null,
    left_alone_until: null,
  },
  ...rounds,
})

/** What the page of any pod requests. */
export const answersOfPods = (): Answers => ({
  rounds: { getRounds: ({ pod_id }) => theRounds({ pod_id }), listOwnCheckIns: { items: [], next: null } },
  seasons: { getSeason: ({ pod_id }) => ({ pod_id, question: null, decided: null }) },
})
