/**
 * Who may do what with the season of a pod.
 *
 * - `isInPod` of the rounds: the members of a pod, also of one that has ended, see its season, and nobody else knows of it.
 * - `whyNotAnswer`: a member answers, and changes his answer, until it is decided. The function `answer_season` of the database
 *   decides that under the pod's lock.
 * - an answer is read by its author alone: the query reads the viewer's own row, and `decide_season` deletes all of them.
 */
import { seasonFaults } from '#contract/seasons.ts'

/** What `answer_season` answers. */
export type AnswerEnd = 'missing' | 'none' | 'said'

export function whyNotAnswer(end: AnswerEnd) {
  if (end === 'missing') return seasonFaults.notFound
  return end === 'none' ? seasonFaults.decided : null
}
