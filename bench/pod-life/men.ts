/**
 * What the men of simulated pods would do, by a seed, and without any knowledge of the program: the same men are played with
 * two versions of it. Each assumption is a constant here, with its source; one without a source says so.
 */
import type { SeasonAnswer } from '#contract/season-words.ts'
import { makeRandom, type Random } from './random.ts'

/** Rounds for which each man has a plan. */
export const ROUNDS = 10
export const SIZES = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/**
 * Share of members who write at all: 78 % in closed groups of 20 (Tweet2Quit, jmir 2015;17(2):e50). The others neither check in
 * nor write in the conversation.
 */
const WRITES = 0.78
/** No source: of those who do not write, half take asks, host, or say that they have written to a quiet member. */
const HELPS_WITHOUT_WRITING = 0.5
/** No source: how likely such a man does so in one round. */
const HELPS_IN_A_ROUND = 0.6
/** For each message that answers a prompt there are 77 : 23 others (Tweet2Quit). Here a check-in is what answers a prompt. */
const OWN_FOR_EACH_PROMPTED = 77 / 23
/** No source: of what a man does beside his check-in, this share is a message; the rest are asks, hosting, and requests to write. */
const OWN_ARE_MESSAGES = 0.7
/** No source: share of check-ins that ask the others for something. */
const ASKS = 0.3

/** A member wrote for 47 days on average (Tweet2Quit). */
const WRITING_DAYS = 47
/** Of men's groups over 60 % ended within three years (Mankowski et al., ManKind Project, doi 10.2190/SH.8.1.h). */
const GROUPS_ENDED = 0.6
const GROUP_YEARS = 3
const ENDS_IN_A_YEAR = -Math.log(1 - GROUPS_ENDED) / GROUP_YEARS
/** Of groups that ended (Wituk et al. 2002, doi 10.1023/A:1015337119841): 35 % were not needed any more, 31 % had quarrels. */
const NOT_NEEDED = 0.35
const QUARREL = 0.31

interface Attendance {
  /** share of men who stay as long as a men's group; the others stay as long as a writer of Tweet2Quit */
  lasting: number
  /** how likely a man checks in to a round while he takes part; no source */
  comes: number
}

/**
 * No source counts the rounds of small groups, and the two that say how long men stay are far apart: 47 days, counted here as rounds
 * of a week, and more than three years. So there are three attendances: all men are like the first, half are, or none.
 */
export const ATTENDANCES = {
  low: { lasting: 0, comes: 0.6 },
  middle: { lasting: 0.5, comes: 0.75 },
  high: { lasting: 1, comes: 0.85 },
} as const satisfies Record<string, Attendance>
export type AttendanceName = keyof typeof ATTENDANCES

/** No source: of those who stop taking part, a third leave the pod, and the others only fall silent ("a man who leaves says so" is a wish). */
const LEAVES = 1 / 3
/**
 * Men left for time conflicts and travel (Mankowski et al.). No source for these shares: how likely a man begins a pause in a round,
 * how likely he ends it himself inside an open round, and how likely one who stops would stop the rounds of all.
 */
const PAUSES = 0.04
const COMES_BACK_EARLY = 0.5
const MAX_PAUSE_ROUNDS = 3
const STOPS_ALL = 0.02
/** No source: a writer has a time of four or five rounds in which he neither checks in nor writes, and helps once at its end. */
const HAS_QUIET_TIME = 0.1
/** No source: what a man wishes at the end of a season, if his pod is still needed … */
const WISHES: [SeasonAnswer, number][] = [
  ['end', 0.1],
  ['smaller', 0.1],
  ['open', 0.1],
  ['on', 0.7],
]
/** … and how likely he wishes the end if it is not. */
const WISHES_END_IF_NOT_NEEDED = 0.8
/** No source: how likely a man who reads that another one stops the rounds says something, for or against it. */
const REACTS = 0.5
/** No source. Fortnightly holds where weekly is too much and monthly too little (essentiallymen.net), so half of the pods. */
const PERIODS: [1 | 2 | 4, number][] = [
  [1, 0.3],
  [2, 0.5],
  [4, 0.2],
]
/** A pod with fewer free seats than this cannot wish for two more men. */
const LARGEST_TO_OPEN = 10

/** What one man would do in one round. Hours are counted from its opening. */
export interface Plan {
  /** the hour of his check-in; null: he does not check in */
  checksIn: number | null
  hasAsk: boolean
  /** what he does that is no check-in; `helps`: an ask, hosting, a request to write */
  other: { act: 'writes' | 'helps'; hour: number } | null
  /** a pause begins: for so many rounds, and he ends it himself at this hour of the round after them, or it ends on a date */
  pause: { hour: number; rounds: number; backHour: number | null } | null
}

export interface Man {
  plans: Plan[]
  /** the last round in which he takes part; 0 if he never does */
  lastRound: number
  /** he leaves the pod after his last round, and does not only fall silent */
  leaves: boolean
  /** he would stop the rounds of all */
  stops: { round: number; hour: number } | null
  /** hours after which he says something when another man stops the rounds: for it if he wishes the end, otherwise against it */
  reactsAfter: number | null
  wish: SeasonAnswer
  /** from 0 to 1: he overlooks the question of the season if the share of those who do is larger */
  attention: number
  /** hours between the mail that asks and his answer */
  answersAfter: number
}

export interface Pod {
  nth: number
  size: number
  weeks: 1 | 2 | 4
  seasonRounds: number
  /** 1 is Monday */
  weekday: number
  hour: number
  men: Man[]
}

export const isHere = (man: Man, round: number) => man.lastRound >= round

/** As many pods of each size. Another attendance has other men. */
export const makePods = (count: number, attendance: AttendanceName, seed: number, sizes: readonly number[] = SIZES) =>
  Array.from({ length: count }, (_, nth) =>
    makePod(nth, sizes[nth % sizes.length]!, attendance, makeRandom(seed * 1_000_003 + nth)),
  )

function makePod(nth: number, size: number, attendance: AttendanceName, random: Random): Pod {
  const weeks = random.among(PERIODS)
  const years = (ROUNDS * weeks) / 52
  const comesToAnEnd = 1 - Math.exp(-ENDS_IN_A_YEAR * years)
  const isNeeded = !random.is(comesToAnEnd * NOT_NEEDED)
  const quarrels = random.is(comesToAnEnd * QUARREL)
  const men = Array.from({ length: size }, () => makeMan({ size, weeks, isNeeded, attendance, random }))
  const quarrelRound = random.whole(2, 8)
  const angry = men.find((man) => isHere(man, quarrelRound))
  if (quarrels && angry) angry.stops = { round: quarrelRound, hour: random.whole(1, 60) }
  return {
    ...{ nth, size, weeks, men },
    seasonRounds: random.whole(6, 8),
    weekday: random.whole(1, 7),
    hour: random.whole(0, 23),
  }
}

interface Setting {
  size: number
  weeks: number
  isNeeded: boolean
  attendance: AttendanceName
  random: Random
}

function makeMan({ size, weeks, isNeeded, attendance, random }: Setting): Man {
  const { lasting, comes }: Attendance = ATTENDANCES[attendance]
  const stays = random.is(lasting) ? 52 / ENDS_IN_A_YEAR / weeks : WRITING_DAYS / 7
  const writes = random.is(WRITES)
  const helps = !writes && random.is(HELPS_WITHOUT_WRITING)
  const lastRound = writes || helps ? Math.min(ROUNDS, 1 + Math.floor(random.exponential() * stays)) : 0
  const isOver = lastRound > 0 && lastRound < ROUNDS
  const wish = isNeeded || !random.is(WISHES_END_IF_NOT_NEEDED) ? random.among(WISHES) : 'end'
  return {
    plans: writes ? plansOfWriter(lastRound, comes, random) : plansOfHelper(lastRound, random),
    lastRound,
    leaves: isOver && random.is(LEAVES),
    stops: isOver && random.is(STOPS_ALL) ? { round: lastRound, hour: random.whole(1, 60) } : null,
    reactsAfter: random.is(REACTS) ? random.whole(1, 70) : null,
    wish: wish === 'open' && size > LARGEST_TO_OPEN ? 'on' : wish,
    attention: random.share(),
    answersAfter: random.whole(1, 80),
  }
}

const nothing = (): Plan => ({ checksIn: null, hasAsk: false, other: null, pause: null })

const plansOfHelper = (lastRound: number, random: Random): Plan[] =>
  Array.from({ length: lastRound }, () => ({
    ...nothing(),
    other: random.is(HELPS_IN_A_ROUND) ? { act: 'helps', hour: random.whole(2, 90) } : null,
  }))

function plansOfWriter(lastRound: number, comes: number, random: Random): Plan[] {
  // few men write most of what is written: the square of an exponential, whose mean is 2
  const own = (comes * OWN_FOR_EACH_PROMPTED * random.exponential() ** 2) / 2
  const plans = Array.from({ length: lastRound }, (): Plan => {
    const act = random.is(OWN_ARE_MESSAGES) ? 'writes' : 'helps'
    return {
      checksIn: random.is(comes) ? random.whole(1, 70) : null,
      hasAsk: random.is(ASKS),
      other: random.is(1 - Math.exp(-own)) ? { act, hour: random.whole(2, 140) } : null,
      pause: null,
    }
  })
  addQuietTime(plans, random)
  addPauses(plans, random)
  return plans
}

function addQuietTime(plans: Plan[], random: Random): void {
  const [begins, rounds, isQuiet] = [random.whole(1, 5), random.whole(4, 5), random.is(HAS_QUIET_TIME)]
  const ends = begins + rounds
  if (!isQuiet || ends > plans.length) return
  plans.fill(nothing(), begins, ends)
  plans[ends - 1] = { ...nothing(), other: { act: 'helps', hour: random.whole(2, 90) } }
}

/** In a round of a pause he does nothing; in the one after it he does nothing before he is back. */
function addPauses(plans: Plan[], random: Random): void {
  for (let round = 0; round < plans.length; round++) {
    if (!random.is(PAUSES)) continue
    const rounds = random.whole(1, MAX_PAUSE_ROUNDS)
    const backHour = random.is(COMES_BACK_EARLY) ? random.whole(1, 60) : null
    for (let away = round; away < Math.min(round + rounds, plans.length); away++) plans[away] = nothing()
    plans[round] = { ...nothing(), pause: { hour: random.whole(0, 60), rounds, backHour } }
    const after = plans[round + rounds]
    const isEarly = (hour: number) => backHour !== null && hour <= backHour
    if (after?.checksIn != null && isEarly(after.checksIn)) after.checksIn = null
    if (after?.other && isEarly(after.other.hour)) after.other = null
    round += rounds
  }
}
