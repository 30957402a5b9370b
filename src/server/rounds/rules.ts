/**
 * Who may do what with the rounds of a pod.
 *
 * - `isInPod`: the members of an active pod see its rhythm, its rounds and its check-ins, and nobody else knows of them. Every
 *   member may set the rhythm: nothing in a pod waits for one person.
 * - `whyNotCheckIn`: a member checks in, and changes it, while the round is open. The function `check_in` of the database
 *   decides that under the pod's lock.
 * - `maySeeLine`: a private line is read by the member who wrote it, and by nobody else.
 * - a pause, its reason and the reminders are seen by the member himself: the queries read the viewer's own row.
 * - `isTold`: a member is told of a round by mail or on the site, as he has chosen for this pod, and not while he is on a pause.
 * - a member deletes his own check-ins at any time, also after he has left the pod.
 */
import { sql } from 'kysely'
import type { PrivateLine, Reminders } from '#contract/round-words.ts'
import { roundFaults } from '#contract/rounds.ts'

/** In a query: this member is in the active pod. */
export const isInPod = (pod_id: string, member: string) =>
  sql<boolean>`exists (select from pod_members m join pods p on p.id = m.pod_id
    where m.pod_id = ${pod_id}::uuid and m.user_id = ${member}::uuid and m.is_active and p.status = 'active')`

/** In a query: a pause whose end has passed is over. `w` is the alias of round_places, whose row may be missing. */
export const isPaused = sql<boolean>`(w.paused_at is not null and (w.paused_until is null or w.paused_until > now()))`

/** In a query: the member is told of the rounds of this pod, by one of these ways. */
export const isTold = (...ways: Exclude<Reminders, 'off'>[]) =>
  sql<boolean>`(coalesce(w.reminders, 'mail') = any (${ways}::text[]) and not ${isPaused})`

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
