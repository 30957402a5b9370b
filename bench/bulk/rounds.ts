/**
 * Rounds of pods: weekly, closed, the latest in the last week, with a check-in of most members. The pods have stopped their
 * rhythm, so that a program that starts on this data opens no round. The conversations have no messages for the recaps.
 */
import { OUTCOMES, ROUND } from '#contract/round-words.ts'
import { LAST_DAY, type Plan } from './plan.ts'
import { joinedPodAt, memberAt, type Pods } from './pods.ts'
import { confine, makeRandom, spread } from './random.ts'
import { at, ids, line, type Table } from './rows.ts'
import { makeTitle } from './words.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const STREAM = { who: 51, words: 52 }
/** The shares of members who check in, and of check-ins that have each line. */
const [COMES, WIN, STRUGGLE, ASK, COMMITMENT] = [0.75, 0.6, 0.4, 0.15, 0.8]

/** The number of rounds of each pod. A pod has only rounds that opened after all its members had joined. */
export function roundsOf(plan: Plan, pods: Pods): Uint32Array {
  const count = pods.size.length
  const shares = spread(plan.amounts.rounds ?? 0, count)
  const room = (pod: number) => Math.floor((LAST_DAY - joinedPodAt(plan, pod, pods.size[pod]!)) / WEEK) - 1
  confine(shares, room)
  return shares
}

const opensAt = (number: number, of: number) => LAST_DAY - (of - number + 1) * WEEK + 20 * HOUR
const closesAt = (number: number, of: number) => opensAt(number, of) + ROUND.days * DAY
const seasonOf = (number: number) => Math.ceil(number / ROUND.season.usual)
/** The members check in one after the other, an hour apart. */
const checkedInAt = (number: number, of: number, place: number) => opensAt(number, of) + (place + 1) * HOUR

/** When a member of the pod last checked in; 0 if nobody did. */
export function lastCheckIns(plan: Plan, pods: Pods): Float64Array {
  const last = new Float64Array(pods.size.length)
  for (const { pod, number, of, place, comes } of places(plan, pods))
    if (comes) last[pod] = Math.max(last[pod]!, checkedInAt(number, of, place))
  return last
}

interface Place {
  pod: number
  /** the ordinal of the round among all rounds */
  round: number
  /** its number in its pod, from 1, and how many the pod has */
  number: number
  of: number
  /** the member's place in the pod */
  place: number
  comes: boolean
}

/** Each member of each round, in order. */
function* places(plan: Plan, pods: Pods): Generator<Place> {
  const random = makeRandom(plan.key.seed, plan.key.run, STREAM.who)
  const counts = roundsOf(plan, pods)
  let round = 0
  for (let pod = 0; pod < counts.length; pod++)
    for (let number = 1; number <= counts[pod]!; number++, round++)
      for (let place = 0; place < pods.size[pod]!; place++)
        yield { pod, round, number, of: counts[pod]!, place, comes: random() < COMES }
}

/** Yields the tables so that every row comes after the rows that it refers to. */
export function* roundTables(plan: Plan, pods: Pods): Generator<Table> {
  if (!plan.amounts.rounds) return
  yield {
    name: 'rounds',
    columns: 'id, pod_id, number, season, season_round, opens_at, closes_at, closed_at',
    lines: roundRows(plan, pods),
  }
  yield {
    name: 'check_ins',
    columns:
      'id, round_id, user_id, outcome, win, struggle, ask, commitment_cue, commitment_action, about_id, created_at, updated_at',
    lines: checkInRows(plan, pods),
  }
  yield { name: 'round_results', columns: 'round_id, user_id, result', lines: resultRows(plan, pods) }
  yield { name: 'facts', columns: 'kind, actor_id, data, created_at', lines: factRows(plan, pods) }
}

function* roundRows(plan: Plan, pods: Pods): Generator<string> {
  const [id, podId] = [ids(plan, 'round'), ids(plan, 'pod')]
  for (const { pod, round, number, of, place } of places(plan, pods)) {
    if (place > 0) continue
    const [opens, closes] = [at(opensAt(number, of)), at(closesAt(number, of))]
    const inSeason = number - (seasonOf(number) - 1) * ROUND.season.usual
    yield line(id(round), podId(pod), number, seasonOf(number), inSeason, opens, closes, closes)
  }
}

function* checkInRows(plan: Plan, pods: Pods): Generator<string> {
  const [id, roundId, user] = [ids(plan, 'checkIn'), ids(plan, 'round'), ids(plan, 'user')]
  const random = makeRandom(plan.key.seed, plan.key.run, STREAM.words)
  const some = (share: number) => (random() < share ? `${makeTitle(random)}.` : null)
  // the last check-in of each member of the pod
  let last: (string | null)[] = []
  let ordinal = 0
  for (const { pod, round, number, of, place, comes } of places(plan, pods)) {
    if (number === 1 && place === 0) last = []
    if (!comes) continue
    const own = id(ordinal++)
    const by = user(memberAt(plan, pods, pod, place))
    const outcome = OUTCOMES[Math.floor(random() * OUTCOMES.length)]!
    const [win, struggle, ask, action] = [some(WIN), some(STRUGGLE), some(ASK), some(COMMITMENT)]
    const time = at(checkedInAt(number, of, place))
    yield line(
      ...[own, roundId(round), by, outcome, win, struggle, ask],
      ...[action && 'it is seven', action, last[place] ?? null, time, time],
    )
    last[place] = own
  }
}

/** A member who did not come uses the graces of the season first. */
function* resultRows(plan: Plan, pods: Pods): Generator<string> {
  const [roundId, user] = [ids(plan, 'round'), ids(plan, 'user')]
  let graces: number[] = []
  for (const { pod, round, number, place, comes } of places(plan, pods)) {
    if (place === 0 && (number - 1) % ROUND.season.usual === 0) graces = []
    const used = graces[place] ?? 0
    if (!comes) graces[place] = used + 1
    const result = comes ? 'came' : used < ROUND.graces ? 'grace' : 'missed'
    yield line(roundId(round), user(memberAt(plan, pods, pod, place)), result)
  }
}

/** The facts that the operations would have written. */
function* factRows(plan: Plan, pods: Pods): Generator<string> {
  const [id, podId, roundId, user] = [ids(plan, 'checkIn'), ids(plan, 'pod'), ids(plan, 'round'), ids(plan, 'user')]
  let ordinal = 0
  for (const { pod, round, number, of, place, comes } of places(plan, pods)) {
    const ref = `"pod_id":"${podId(pod)}","round_id":"${roundId(round)}"`
    if (place === 0) {
      yield line('round.opened', null, `{${ref}}`, at(opensAt(number, of)))
      yield line('round.closed', null, `{${ref}}`, at(closesAt(number, of)))
    }
    if (!comes) continue
    const data = `{${ref},"check_in_id":"${id(ordinal++)}"}`
    yield line('check_in.sent', user(memberAt(plan, pods, pod, place)), data, at(checkedInAt(number, of, place)))
  }
}
