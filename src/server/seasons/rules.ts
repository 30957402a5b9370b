/**
 * Who may do what with the season of a pod.
 *
 * - `isInPod` of the rounds: the members of a pod, also of one that has ended, see its season, and nobody else knows of it.
 * - `mayAnswer`: a member answers if he was in the pod when it was asked, or had come to a round before, and is not on trial. The
 *   function `counting_members` of the database says who counts, here and when it is decided.
 * - `whyNotAnswer`: he answers, and changes his answer, until it is decided. The function `answer_season` of the database
 *   decides that under the pod's lock.
 * - "open two places" is an answer in a pod into which two further men fit (`has_room_for_two`).
 * - an answer is read by its author alone: the query reads the viewer's own row, and `decide_season` deletes all of them.
 */
import { type RawBuilder, sql } from 'kysely'
import { seasonFaults } from '#contract/seasons.ts'

/** In a query, for a question that was asked at this moment: the answer of this member counts. */
export const mayAnswer = (pod_id: string, member: RawBuilder<unknown>, asked_at: RawBuilder<unknown>) =>
  sql<boolean>`counts_in_pod(${pod_id}::uuid, ${member}, ${asked_at})`

/** What `answer_season` answers. */
export type AnswerEnd = 'missing' | 'none' | 'new' | 'full' | 'said'

export function whyNotAnswer(end: AnswerEnd) {
  if (end === 'missing') return seasonFaults.notFound
  if (end === 'new') return seasonFaults.tooNew
  if (end === 'full') return seasonFaults.noRoom
  return end === 'none' ? seasonFaults.decided : null
}
