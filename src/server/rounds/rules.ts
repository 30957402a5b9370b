/**
 * Who may do what with the rounds of a pod.
 *
 * - `isInPod`: the members of a pod see its rhythm, its rounds and its check-ins, and nobody else knows of them. Every member
 *   who is not new may set the rhythm (`maySetRhythm`): nothing in a pod waits for one person.
 * - one member alone does not end the rounds of the others: `ask_to_end` waits for a second member who has a say, or for three days
 *   in which nobody objects. Every member who has a say may object; the one who asked takes it back.
 * - `isInActivePod`: a pod that has ended is read, and nothing in it is changed.
 * - `whyNotCheckIn`: a member checks in, and changes it, while the round is open. The function `check_in` of the database
 *   decides that under the pod's lock.
 * - `maySeeLine`: a private line is read by the member who wrote it, and by nobody else.
 * - `isOpenAsk`: every member of the pod takes the ask of another one, until its author says that it happened. An ask has one
 *   taker. A member is not offered the asks of a member whom he has blocked. The blocked member sees no difference (decision
 *   022): he takes the ask like any other, and its author, who has blocked him, gets no mail and does not read his words.
 *   Nobody takes the ask of a member who has left, and no recap puts it first (`isLapsedAsk`). If the author changes the words
 *   of his ask, it is open again; if the taker leaves the pod, too (`release_asks`). The taker gives it back, or its author opens
 *   it again. Only the author answers it.
 * - the author is asked what became of his ask while the next round is open, and never after that.
 * - a pause, its reason and the reminders are seen by the member himself: the queries read the viewer's own row.
 * - `isTold`: a member is told of a round by mail or on the site, as he has chosen for this pod, and not while he
 *   is on a pause or wants to be left alone.
 * - `isAskedToWrite`: the request to write to a quiet member is read by the member who is asked, and only while it applies.
 *   Nobody else learns who is quiet; a quiet member sees it of himself.
 * - a member who has not had his turn in the open round may host it; if nobody hosts it, any member (`may_host`). Only its host
 *   sees the card of the host.
 * - `mayReadAsFormer` of the pods: a man who was removed by silence still reads the rounds that had closed by then, as a text.
 * - a member deletes his own check-ins at any time, also after he has left the pod.
 */
import { type RawBuilder, sql } from 'kysely'
import type { PrivateLine, Reminders, StoppableMail } from '#contract/round-words.ts'
import { roundFaults } from '#contract/rounds.ts'
import { hasBlocked } from '../members/members.ts'

/** In a query: this member is in the pod, which may have ended. */
export const isInPod = (pod_id: string, member: string) => isInPodOf(sql`${pod_id}::uuid`, sql`${member}::uuid`)

/**
 * The same for a column that holds the pod. With `exists` in the rules of this file, PostgreSQL would hash all memberships of the
 * instance for a list of check-ins.
 */
export const isInPodOf = (pod: RawBuilder<unknown>, member: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select true from pod_members m join pods p on p.id = m.pod_id
    where m.pod_id = ${pod} and m.user_id = ${member} and m.is_active and p.status in ('active', 'ended')), false)`

/** In a query: this member is in the pod, and it has not ended. */
export const isInActivePod = (pod_id: string, member: string) =>
  isInActivePodOf(sql`${pod_id}::uuid`, sql`${member}::uuid`)

/** The same for a column that holds the pod. */
export const isInActivePodOf = (pod: RawBuilder<unknown>, member: RawBuilder<unknown>) =>
  sql<boolean>`(${isInPodOf(pod, member)} and coalesce((select true from pods p where p.id = ${pod} and p.status = 'active'), false))`

/** In a query, for a member of the pod: he is not on trial, and was in the pod before its first round or has come to one. */
export const maySetRhythm = (pod_id: string, member: string) => sql<boolean>`has_say(${pod_id}::uuid, ${member}::uuid)`

/** In a query: a pause whose end has passed is over. `w` is the alias of round_places, whose row may be missing. */
export const isPaused = sql<boolean>`(w.paused_at is not null and (w.paused_until is null or w.paused_until > now()))`

/** In a query: the member is told of the rounds of this pod, by one of these ways. */
export const isTold = (...ways: Exclude<Reminders, 'off'>[]) =>
  sql<boolean>`(coalesce(w.reminders, 'mail') = any (${ways}::text[]) and not ${isPaused}
    and (w.left_until is null or w.left_until <= now()))`
/** In a query, with `w` as above: the member wants mails of this kind from this pod. */
export const wantsMail = (kind: StoppableMail, ...ways: Exclude<Reminders, 'off' | 'mail'>[]) =>
  sql<boolean>`(${isTold('mail', ...ways)} and not coalesce(${kind}::text = any (w.stopped_mails), false))`

/** In a query, where `q` is the alias of write_requests: the viewer is asked, and the other one is still quiet and in the pod. */
export const isAskedToWrite = (viewer: string) =>
  sql<boolean>`(q.asked_id = ${viewer}::uuid and is_quiet(q.pod_id, q.quiet_id)
    and not is_blocked_between(q.asked_id, q.quiet_id))`

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

/** In a query with `c` for the check-in and `k` for its ask: a viewer in its pod may take the ask. */
export const isOpenAsk = (viewer: string) =>
  sql<boolean>`(c.ask is not null and c.user_id <> ${viewer}::uuid and k.taken_by is null and k.answer is distinct from 'happened'
    and not ${hasBlocked(sql`${viewer}::uuid`, sql`c.user_id`)}
    and coalesce((select true from rounds y join pods p on p.id = y.pod_id
        join pod_members m on m.pod_id = y.pod_id and m.user_id = c.user_id and m.is_active
      where y.id = c.round_id and p.status = 'active'), false))`

/** In a query with `c` for the check-in: its author has left the pod, so his ask waits for nobody. */
export const isLapsedAsk = sql<boolean>`(c.ask is not null
  and not coalesce((select ${isInPodOf(sql`y.pod_id`, sql`c.user_id`)} from rounds y where y.id = c.round_id), false))`

/** In a query as above: the taker gives the ask back, or its author opens it again, until it has happened. */
export const isReleasableAsk = (viewer: string) =>
  sql<boolean>`(k.taken_by is not null and ${viewer}::uuid in (k.taken_by, c.user_id) and k.answer is distinct from 'happened'
    and coalesce((select ${isInActivePodOf(sql`y.pod_id`, sql`${viewer}::uuid`)} from rounds y where y.id = c.round_id), false))`
