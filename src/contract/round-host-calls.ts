/** Procedures of the rounds room: hosting a round, writing to a quiet member, and being left alone. */
import * as z from 'zod'
import { HOST_WORDS } from './host-words.ts'
import { fault, Id, memberOnly, moment, refuses } from './kernel.ts'
import { roundPlace } from './round-hosts.ts'
import { SAY_ROUNDS } from './round-words.ts'
import { RoundsOfPod, roundFaults } from './rounds.ts'

export const hostFaults = {
  /** the caller has had his turn in this round, and another member hosts it now */
  turnOver: fault('HOST_TURN_OVER', 409, HOST_WORDS.turnOver),
  /** the caller is not asked to write to anyone in this pod, or no longer */
  notAsked: fault('WRITE_REQUEST_NOT_FOUND', 404, HOST_WORDS.notAsked),
}

const tags = ['rounds']

export const hostCalls = {
  takeHost: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/rounds/{round_id}/host',
      operationId: 'takeHost',
      tags,
      summary: 'Host the open round of your pod; once in each round, unless nobody hosts it',
    })
    .errors(refuses(roundFaults.noRound, roundFaults.closed, hostFaults.turnOver))
    .input(z.strictObject({ round_id: Id }))
    .output(RoundsOfPod),
  declineHost: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/rounds/{round_id}/host',
      operationId: 'declineHost',
      tags,
      summary: 'Let the next member host the round; without effect if you are not its host',
    })
    .errors(refuses(roundFaults.noRound, roundFaults.closed))
    .input(z.strictObject({ round_id: Id }))
    .output(RoundsOfPod),
  answerWriteRequest: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pods/{pod_id}/write-request',
      operationId: 'answerWriteRequest',
      tags,
      summary: 'Say that you have written to the member you were asked about, or let the next member do it',
    })
    .errors(refuses(roundFaults.notFound, hostFaults.notAsked))
    .input(z.strictObject({ pod_id: Id, answer: z.enum(['done', 'pass'], 'Choose an answer') }))
    .output(RoundsOfPod),
  stayInPod: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pods/{pod_id}/sign',
      operationId: 'stayInPod',
      tags,
      summary: 'Say that you are still here; nobody is told',
    })
    .errors(refuses(roundFaults.notFound))
    .input(roundPlace)
    .output(RoundsOfPod),
  setLeftAlone: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pods/{pod_id}/left-alone',
      operationId: 'setLeftAlone',
      tags,
      summary: 'Be left alone until a date, at most twelve weeks from now; nobody is told',
    })
    .errors(refuses(roundFaults.notFound))
    .input(z.strictObject({ pod_id: Id, until: moment(HOST_WORDS.untilFar) }))
    .output(RoundsOfPod),
  endLeftAlone: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/me/pods/{pod_id}/left-alone',
      operationId: 'endLeftAlone',
      tags,
      summary: 'End the time in which you are left alone',
    })
    .errors(refuses(roundFaults.notFound))
    .input(roundPlace)
    .output(RoundsOfPod),
}
