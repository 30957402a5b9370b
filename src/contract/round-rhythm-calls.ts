/** Procedures of the rounds room: the rhythm of a pod is set, and its rounds are ended or go on. */
import { memberOnly, refuses } from './kernel.ts'
import { roundPlace } from './round-hosts.ts'
import { NewRhythm } from './round-inputs.ts'
import { SAY_ROUNDS } from './round-words.ts'
import { RoundsOfPod, roundFaults } from './rounds.ts'

const tags = ['rounds']

export const rhythmCalls = {
  setRhythm: memberOnly('communities:write', SAY_ROUNDS.signIn, 'rhythm')
    .route({
      method: 'PUT',
      path: '/pods/{pod_id}/rhythm',
      operationId: 'setRhythm',
      tags,
      summary: 'Set the rhythm of your pod; it applies from the next round on',
    })
    .errors(refuses(roundFaults.notFound, roundFaults.tooNew))
    .input(NewRhythm)
    .output(RoundsOfPod),
  endRhythm: memberOnly('communities:write', SAY_ROUNDS.signIn, 'rhythm')
    .route({
      method: 'DELETE',
      path: '/pods/{pod_id}/rhythm',
      operationId: 'endRhythm',
      tags,
      summary:
        'Ask to end the rounds of your pod. They end when a second member asks it, or after three days without an objection',
    })
    .errors(refuses(roundFaults.notFound, roundFaults.tooNew, roundFaults.keptLately, roundFaults.seasonAsked))
    .input(roundPlace)
    .output(RoundsOfPod),
  keepRhythm: memberOnly('communities:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'POST',
      path: '/pods/{pod_id}/rhythm/keep',
      operationId: 'keepRhythm',
      tags,
      summary: 'Go on with the rounds that a member has asked to end, or take back that you asked it',
    })
    .errors(refuses(roundFaults.notFound, roundFaults.tooNew))
    .input(roundPlace)
    .output(RoundsOfPod),
}
