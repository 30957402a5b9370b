/**
 * Every operation of the rooms `rounds`, `seasons` and `seekers`, and the answer that each persona gets.
 * test/pod-personas.test.ts fails until a new operation has a row.
 */
import { daysAhead } from './makers.ts'
import { PROCEDURES, type Request } from './operations.ts'

/**
 * They try it from outside of a private pod. `requester` has asked to join; `takenOut` was in it until its creator took him
 * out.
 */
export const OUTSIDE = ['visitor', 'outsider', 'requester', 'takenOut'] as const
/**
 * Each of them is in a public pod of his own, because in a private one only its creator decides who comes in (`test/matrix`). All
 * these pods are made alike. The author of what is in it has blocked `blocked`;
 * `blocker` has blocked the author.
 */
export const INSIDE = ['ordinary', 'paused', 'blocked', 'blocker'] as const
/** `ended` is an ordinary member of a pod that has ended. */
export const PERSONAS = [...OUTSIDE, ...INSIDE, 'ended'] as const
export type Persona = (typeof PERSONAS)[number]

/** The ids in the pod of a persona. For those outside it is the pod of `takenOut`. */
export interface Things {
  pod_id: string
  /** the open round, and a closed one */
  round_id: string
  closed: string
  /** check-ins of the author: in the open round with an open ask, in the closed one with an ask that another member has taken */
  open_ask: string
  taken_ask: string
  /** the check-in of the persona in the closed round */
  own: string
  /** men who fit the open places, a member on trial, and the invitation of another man */
  fitting: string
  next_fitting: string
  on_trial: string
  invitation: string
}

/** Status and code. */
export type Outcome = '200' | `${number} ${string}`

export interface Row {
  operation: string
  /** the thing that it is called on, for the name of the test */
  on: string
  outside: Outcome
  inside: Outcome
  ended: Outcome
  /** other answers for some personas */
  but: Partial<Record<Persona, Outcome>>
  /** the documented rule, if an answer does not explain itself */
  rule: string
  /** the pod is not asked any more how it goes on */
  isDecided: boolean
  request(things: Things): Request
}

const OK = '200'
const NO_POD = '404 POD_NOT_FOUND'
const NO_ROUND = '404 ROUND_NOT_FOUND'
const NO_CHECK_IN = '404 CHECK_IN_NOT_FOUND'
const SIGN_IN = '401 UNAUTHENTICATED'

interface More extends Partial<Pick<Row, 'but' | 'rule' | 'isDecided'>> {
  /** the things that the parameters `id` and `member_id` of the path name */
  id?: keyof Things
  member_id?: keyof Things
  body?: object
  query?(things: Things): string
}

function row(operation: string, outside: Outcome, inside: Outcome, ended: Outcome, more: More = {}): Row {
  const { but, rule = '', isDecided = false, body, query = () => '', ...named } = more
  const names: Record<string, keyof Things | undefined> = { pod_id: 'pod_id', round_id: 'round_id', ...named }
  return {
    ...{ operation, outside, inside, ended, rule, isDecided },
    on: named.id ?? named.member_id ?? 'pod',
    but: { visitor: SIGN_IN, ...but },
    request(things) {
      const { method, path } = PROCEDURES.find(({ operationId }) => operationId === operation)!
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => things[names[name]!])
      return { method, path: filled + query(things), ...((method === 'PUT' || body) && { body: { ...body } }) }
    },
  }
}

/** No open door has this stage, so a persona who looks for a pod changes nothing for the pods of the others. */
export const LOOKS = { stages: ['grown' as const], time_zone: 'UTC', weeks: 1 as const, aims: ['work' as const] }
const RHYTHM = { weekday: 3, time: '20:00', time_zone: 'Europe/London', weeks: 2 }

/** In this order: what a row changes, the rows below it find changed. */
export const ROWS: Row[] = [
  // operation, the answers outside, inside, and in an ended pod
  row('getRounds', NO_POD, OK, OK),
  row('listRounds', NO_POD, OK, OK),
  row('getRecaps', NO_POD, OK, OK, { query: ({ closed }) => `?round_ids=${closed}` }),
  row('getSeason', NO_POD, OK, OK),
  row('getDoor', NO_POD, OK, NO_POD, { rule: 'a pod that has ended has no door' }),
  row('listOwnCheckIns', OK, OK, OK, { query: ({ pod_id }) => `?pod_id=${pod_id}` }),
  row('getOwnSearch', OK, OK, OK),
  row('getPodFigures', '404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND', {
    but: { visitor: '404 NOT_FOUND' },
    rule: 'only administrators read it',
  }),

  row('setReminders', NO_POD, OK, NO_POD, { body: { reminders: 'notice' } }),
  row('setStoppedMails', NO_POD, OK, NO_POD, { body: { stopped: ['recap'] } }),
  row('stopPodMails', ...three('404 NOTICES_NOT_FOUND'), {
    body: {
      key: '00000000-0000-4000-8000-000000000000',
      pod_id: '00000000-0000-4000-8000-000000000000',
      kind: 'recap',
    },
    but: { visitor: '404 NOTICES_NOT_FOUND' },
    rule: 'it needs the key of a mail, and no session',
  }),
  row('stayInPod', NO_POD, OK, NO_POD),
  row('setLeftAlone', NO_POD, OK, NO_POD, { body: { until: `${daysAhead(7)}T12:00:00.000Z` } }),
  row('endLeftAlone', NO_POD, OK, NO_POD),
  row('answerWriteRequest', NO_POD, OK, '404 WRITE_REQUEST_NOT_FOUND', {
    body: { answer: 'done' },
    rule: 'in a pod that has ended nobody is asked to write',
  }),

  row('takeAsk', NO_CHECK_IN, OK, NO_CHECK_IN, {
    id: 'open_ask',
    body: { words: 'I can' },
    but: { blocker: '409 ASK_NOT_OPEN' },
    rule: 'a member is not offered the asks of a member whom he has blocked',
  }),
  row('giveBackAsk', NO_CHECK_IN, OK, NO_CHECK_IN, { id: 'open_ask' }),
  row('takeAsk', NO_CHECK_IN, '409 ASK_TAKEN', NO_CHECK_IN, { id: 'taken_ask' }),
  row('settleAsk', NO_CHECK_IN, NO_CHECK_IN, NO_CHECK_IN, {
    id: 'open_ask',
    body: { answer: 'open' },
    rule: 'only its author answers it',
  }),
  row('settleAsk', NO_CHECK_IN, OK, NO_CHECK_IN, { id: 'own', body: { answer: 'open' } }),

  row('checkIn', NO_ROUND, OK, '409 ROUND_CLOSED', { body: { outcome: 'kept', win: 'Home by six' } }),
  row('takeHost', NO_ROUND, OK, NO_ROUND),
  row('declineHost', NO_ROUND, OK, NO_ROUND),
  row('takeHost', NO_ROUND, '409 HOST_TURN_OVER', NO_ROUND, { rule: 'each member hosts a round once at most' }),
  row('answerSeason', NO_POD, OK, '409 SEASON_DECIDED', { body: { season: 1, answer: 'smaller' } }),
  row('answerSeason', NO_POD, '409 SEASON_DECIDED', '409 SEASON_DECIDED', {
    body: { season: 2, answer: 'end' },
    rule: 'there was no such season yet',
  }),

  row('openDoor', NO_POD, OK, NO_POD, { body: { places: 3, stages: ['baby'] } }),
  row('inviteSeeker', NO_POD, OK, NO_POD, { member_id: 'fitting' }),
  row('passOver', NO_POD, OK, NO_POD, { member_id: 'next_fitting' }),
  row('sayFit', NO_POD, OK, NO_POD, { member_id: 'on_trial', body: { fits: false } }),
  row('closeDoor', NO_POD, OK, NO_POD),
  row('answerInvitation', ...three('404 INVITATION_NOT_FOUND'), {
    id: 'invitation',
    body: { answer: 'accept' },
    rule: 'only the invited man answers it',
  }),
  row('lookForPod', OK, OK, OK, { body: LOOKS }),
  row('stopLooking', OK, OK, OK),

  row('setRhythm', NO_POD, OK, NO_POD, { body: RHYTHM }),
  row('setPause', NO_POD, OK, NO_POD, { body: { reason: 'travel' } }),
  row('endPause', NO_POD, OK, NO_POD),
  row('endRhythm', NO_POD, '409 SEASON_ASKED', NO_POD, {
    rule: 'nobody ends the rounds while all are asked how the pod goes on',
  }),
  row('endRhythm', NO_POD, OK, NO_POD, { isDecided: true }),
  row('keepRhythm', NO_POD, OK, NO_POD),
  row('deleteCheckIn', ...three(NO_CHECK_IN), { id: 'taken_ask', rule: 'only its author deletes it' }),
  row('deleteCheckIn', NO_CHECK_IN, OK, OK, {
    id: 'own',
    but: { takenOut: OK },
    rule: 'a member deletes his own, also when he has left or the pod has ended',
  }),
  row('deleteOwnCheckIns', OK, OK, OK),
]

function three(outcome: Outcome): [Outcome, Outcome, Outcome] {
  return [outcome, outcome, outcome]
}

export function outcomeFor({ outside, inside, ended, but }: Row, persona: Persona): Outcome {
  if (but[persona]) return but[persona]
  if (persona === 'ended') return ended
  return OUTSIDE.some((one) => one === persona) ? outside : inside
}

/** Keys of an answer that differ from what an ordinary member reads, with the documented rule. */
export const DIFFERENCES = {
  paused: { keys: ['pause'], rule: 'a pause is seen by the member himself' },
  blocked: { keys: [], rule: 'the blocked member sees no difference' },
  blocker: {
    keys: ['can_take', 'words'],
    rule: 'the blocker is not offered the asks of the member whom he has blocked, and does not read his words',
  },
}
