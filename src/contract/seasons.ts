/**
 * Seasons of a pod. After six to eight rounds each member says alone how it goes on, before the next round opens. Nobody sees
 * another's answer, nor how many there are; afterwards the pod knows the outcome.
 */
import * as z from 'zod'
import { fault, Id, memberOnly, refuses, When } from './kernel.ts'
import { SAY_ROUNDS } from './round-words.ts'
import { SAY_SEASON, SEASON_ANSWERS, SEASON_OUTCOMES } from './season-words.ts'

export const seasonFaults = {
  /** the caller is not in the pod, or there is no such pod */
  notFound: fault('POD_NOT_FOUND', 404, SAY_ROUNDS.noPod),
  decided: fault('SEASON_DECIDED', 409, SAY_SEASON.decided),
  /** the caller is on trial, or joined after the pod was asked and had not come to a round before */
  tooNew: fault('SEASON_TOO_NEW', 409, SAY_SEASON.tooNew),
  /** two further men do not fit into the pod */
  noRoom: fault('SEASON_NO_ROOM', 409, SAY_SEASON.noRoom),
}

/** The question at the end of a season, as one member sees it. */
export const SeasonQuestion = z.object({
  season: z.number(),
  /** he can answer, and change his answer, until then */
  until: When,
  /** the viewer's own answer */
  answer: z.enum(SEASON_ANSWERS).nullable(),
  /** false for a member who is new: his answer would not count */
  may_answer: z.boolean(),
  /** false in a pod into which no two further men fit: it cannot open two places */
  can_open: z.boolean(),
})
export type SeasonQuestion = z.infer<typeof SeasonQuestion>

export const SeasonOfPod = z.object({
  pod_id: Id,
  /** null while no question is open */
  question: SeasonQuestion.nullable(),
  /** what was decided last; null before the first season was over */
  decided: z.object({ season: z.number(), outcome: z.enum(SEASON_OUTCOMES), at: When }).nullable(),
})
export type SeasonOfPod = z.infer<typeof SeasonOfPod>

const tags = ['seasons']

export const seasons = {
  getSeason: memberOnly('chat:read', SAY_SEASON.signIn, undefined)
    .route({
      method: 'GET',
      path: '/pods/{pod_id}/season',
      operationId: 'getSeason',
      tags,
      summary: 'The season of your pod: the question that is open, with your own answer, and what was decided last',
    })
    .errors(refuses(seasonFaults.notFound))
    .input(z.strictObject({ pod_id: Id }))
    .output(SeasonOfPod),
  answerSeason: memberOnly('chat:write', SAY_SEASON.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pods/{pod_id}/season',
      operationId: 'answerSeason',
      tags,
      summary: 'Say how your pod goes on after its season; nobody else sees your answer',
    })
    .errors(refuses(seasonFaults.notFound, seasonFaults.decided, seasonFaults.tooNew, seasonFaults.noRoom))
    .input(
      z.strictObject({
        pod_id: Id,
        season: z.int(SAY_SEASON.noSeason).min(1, SAY_SEASON.noSeason).max(100_000, SAY_SEASON.noSeason),
        answer: z.enum(SEASON_ANSWERS, SAY_SEASON.answerMissing),
      }),
    )
    .output(SeasonOfPod),
}
