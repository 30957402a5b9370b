/** Procedures of the rounds room: what a member sets for himself in a pod. Nobody else reads it. */
import * as z from 'zod'
import { Id, memberOnly, moment, open, refuses } from './kernel.ts'
import { memberFaults } from './members.ts'
import { roundPlace } from './round-hosts.ts'
import { PAUSE_REASONS, REMINDERS, SAY_ROUNDS, STOPPABLE_MAILS } from './round-words.ts'
import { RoundsOfPod, roundFaults, StoppableMail } from './rounds.ts'

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
  setStoppedMails: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pods/{pod_id}/stopped-mails',
      operationId: 'setStoppedMails',
      tags,
      summary: 'Choose which kinds of mails you do not want from a pod',
    })
    .errors(refuses(roundFaults.notFound))
    .input(z.strictObject({ pod_id: Id, stopped: z.array(StoppableMail).max(STOPPABLE_MAILS.length) }))
    .output(RoundsOfPod),
  stopPodMails: open('chat:write', 'account')
    .route({
      method: 'POST',
      path: '/notices/stop-of-pod',
      operationId: 'stopPodMails',
      tags,
      summary: 'Unsubscribe from one kind of mails from one pod, with the key of a link in one of them',
    })
    .errors(refuses(memberFaults.noNotices))
    .input(z.strictObject({ key: Id, pod_id: Id, kind: StoppableMail }))
    .output(z.object({ stopped: StoppableMail })),
}
