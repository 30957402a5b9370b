/** Procedures of the rounds room: what a member sets for himself in a pod. Nobody else reads it. */
import * as z from 'zod'
import { Id, memberOnly, moment, refuses } from './kernel.ts'
import { roundPlace } from './round-hosts.ts'
import { PAUSE_REASONS, REMINDERS, SAY_ROUNDS } from './round-words.ts'
import { RoundsOfPod, roundFaults } from './rounds.ts'

const tags = ['rounds']

export const placeCalls = {
  setPause: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pods/{pod_id}/pause',
      operationId: 'setPause',
      tags,
      summary: 'Pause your check-ins in a pod, until a date or until you end it; nobody is told the reason',
    })
    .errors(refuses(roundFaults.notFound))
    .input(
      z.strictObject({
        pod_id: Id,
        reason: z.enum(PAUSE_REASONS, SAY_ROUNDS.reasonMissing),
        until: moment(SAY_ROUNDS.pauseTooLong).nullable().default(null),
      }),
    )
    .output(RoundsOfPod),
  endPause: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/me/pods/{pod_id}/pause',
      operationId: 'endPause',
      tags,
      summary: 'End your pause',
    })
    .errors(refuses(roundFaults.notFound))
    .input(roundPlace)
    .output(RoundsOfPod),
  setReminders: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pods/{pod_id}/reminders',
      operationId: 'setReminders',
      tags,
      summary: 'Choose how you hear of the check-ins of a pod: by mail, on the site only, or not at all',
    })
    .errors(refuses(roundFaults.notFound))
    .input(z.strictObject({ pod_id: Id, reminders: z.enum(REMINDERS, SAY_ROUNDS.remindersMissing) }))
    .output(RoundsOfPod),
}
