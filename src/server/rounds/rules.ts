/**
 * Who may do what with the rounds of a pod.
 *
 * - `isInPod`: the members of an active pod see its rhythm, its rounds and its check-ins, and nobody else knows of them. Every
 *   member may set the rhythm: nothing in a pod waits for one person.
 * - `whyNotCheckIn`: a member checks in, and changes it, while the round is open. The function `check_in` of the database
 *   decides that under the pod's lock.
 * - `maySeeLine`: a private line is read by the member who wrote it, and by nobody else.
 * - a pause, its reason and the reminders are seen by the member himself: the queries read the viewer's own row.
 * - a member deletes his own check-ins at any time, also after he has left the pod.
 */
import { sql } from 'kysely'
import type { PrivateLine } from '#contract/round-words.ts'
import { roundFaults } from '#contract/rounds.ts'

/** In a query: this member is in the active pod. */
export const isInPod = (pod_id: string, member: string) =>
  sql<boolean>`exists (select from pod_members m join pods p on p.id = m.pod_id
    where m.pod_id = ${pod_id}::uuid and m.user_id = ${member}::uuid and m.is_active and p.status = 'active')`

/** What `check_in` answers. */
export type CheckInEnd = 'missing' | 'closed' | 'changed' | 'same' | 'sent' | 'edited'

export function whyNotCheckIn(end: CheckInEnd) {
  if (end === 'missing') return roundFaults.noRound
  if (end === 'closed') return roundFaults.closed
  return end === 'changed' ? roundFaults.changed : null
}

export const maySeeLine = (
  checkIn: { is_own: boolean; private_lines: readonly PrivateLine[] },
  line: PrivateLine,
): boolean => checkIn.is_own || !checkIn.private_lines.includes(line)
