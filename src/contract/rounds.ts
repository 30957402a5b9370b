/**
 * Rounds of a pod. A pod with a rhythm opens a round on its day; each member checks in once, and when the round closes the
 * pod has a recap. All of it is for members of the pod alone; a pod without a rhythm has no rounds.
 */
import * as z from 'zod'
import { ASK_ANSWERS, RECAPS_MAX, SAY_ASKS } from './ask-words.ts'
import { Cursor, fault, Id, memberOnly, Page, refuses, When } from './kernel.ts'
import { Author } from './members.ts'
import { HostOfRound, OwnQuiet, roundPlace } from './round-hosts.ts'
import { NewCheckIn } from './round-inputs.ts'
import {
  OUTCOMES,
  PAUSE_REASONS,
  PRIVATE_LINES,
  REMINDERS,
  RHYTHM_WEEKS,
  SAY_ROUNDS,
  STOPPABLE_MAILS,
} from './round-words.ts'

export const roundFaults = {
  /** the caller is not in the pod, or there is no such pod */
  notFound: fault('POD_NOT_FOUND', 404, SAY_ROUNDS.noPod),
  /** the caller is not in the pod of the round, or there is no such round */
  noRound: fault('ROUND_NOT_FOUND', 404, SAY_ROUNDS.noRound),
  /** the caller is on trial, or joined after the first round and has not come to one that has closed */
  tooNew: fault('TOO_NEW', 409, SAY_ROUNDS.tooNew),
  /** the caller asked to end the rounds in the last two weeks, and another member would rather go on */
  keptLately: fault('ROUNDS_KEPT', 409, SAY_ROUNDS.keptLately),
  seasonAsked: fault('SEASON_ASKED', 409, SAY_ROUNDS.seasonAsked),
  closed: fault('ROUND_CLOSED', 409, SAY_ROUNDS.closed),
  changed: fault('CHECK_IN_CHANGED', 409, SAY_ROUNDS.changed),
  noCheckIn: fault('CHECK_IN_NOT_FOUND', 404, 'This check-in is no longer there'),
  /** the message names the member who was first */
  askTaken: fault('ASK_TAKEN', 409, SAY_ASKS.taken),
  /** there is no ask, it has been answered, or the viewer cannot take it */
  askNotOpen: fault('ASK_NOT_OPEN', 409, SAY_ASKS.notOpen),
}

export const Rhythm = z.object({
  /** 1 is Monday */
  weekday: z.number(),
  /** "19:30", in `time_zone` */
  time: z.string(),
  time_zone: z.string(),
  weeks: z.literal(RHYTHM_WEEKS),
  season_rounds: z.number(),
  /** when the next round opens */
  next_at: When,
  /** the display name of the member who set it; null if his account is deleted */
  set_by: z.string().nullable(),
})
export type Rhythm = z.infer<typeof Rhythm>

/** A member has asked to end the rounds of the pod. */
export const Ending = z.object({
  /** his display name; null for a viewer who has blocked him */
  by: z.string().nullable(),
  is_own: z.boolean(),
  /** they end then, unless a member objects */
  until: When,
})
export type Ending = z.infer<typeof Ending>

/** "If it is seven, then I put the phone away": the cue, which is optional, and the action. */
export const Commitment = z.object({ cue: z.string().nullable(), action: z.string() })
export type Commitment = z.infer<typeof Commitment>

/** A member has taken the ask of another member's check-in. */
export const Taking = z.object({
  user: Author,
  is_own: z.boolean(),
  /** "I'll ring you Thursday" */
  words: z.string().nullable(),
})
export type Taking = z.infer<typeof Taking>

/** A check-in as the viewer reads it: of other members without the lines that they keep private. */
export const CheckIn = z.object({
  id: Id,
  user: Author,
  is_own: z.boolean(),
  outcome: z.enum(OUTCOMES),
  win: z.string().nullable(),
  struggle: z.string().nullable(),
  ask: z.string().nullable(),
  /** null: nobody has taken the ask */
  taking: Taking.nullable(),
  /** what its author says became of the ask; null before he has answered */
  ask_answer: z.enum(ASK_ANSWERS).nullable(),
  /** its author has left the pod, so nobody takes the ask any more; false for a check-in without an ask */
  ask_lapsed: z.boolean(),
  /** the viewer may take the ask now */
  can_take: z.boolean(),
  /** the viewer may give the ask back that he has taken, or open his own again */
  can_release: z.boolean(),
  /** until the next round */
  commitment: Commitment.nullable(),
  /** the earlier commitment that `outcome` is about */
  about: Commitment.nullable(),
  /** the viewer's own private lines; empty in check-ins of others */
  private_lines: z.array(z.enum(PRIVATE_LINES)),
  created_at: When,
  updated_at: When,
})
export type CheckIn = z.infer<typeof CheckIn>

/** As its author finds it among his own, in all his pods. */
export const OwnCheckIn = CheckIn.extend({
  /** null if the pod was deleted */
  pod: z.object({ name: z.string(), slug: z.string() }).nullable(),
  /** the viewer is not in the pod any more */
  has_left: z.boolean(),
  round: z.object({ id: Id, number: z.number(), opens_at: When }),
})
export type OwnCheckIn = z.infer<typeof OwnCheckIn>

export const Round = z.object({
  id: Id,
  /** counts all rounds of the pod */
  number: z.number(),
  season: z.number(),
  /** its number in the season */
  season_round: z.number(),
  opens_at: When,
  closes_at: When,
  is_open: z.boolean(),
  /** in the order in which they were sent */
  check_ins: z.array(CheckIn),
  ...HostOfRound.shape,
})
export type Round = z.infer<typeof Round>

/** "7 of the last 8 rounds". Pauses and graces are not counted. */
export const Steady = z.object({ came: z.number(), of: z.number() })
export type Steady = z.infer<typeof Steady>

/** A kind of mails of a pod, which a member can stop. */
export const StoppableMail = z.enum(STOPPABLE_MAILS)

/** What only the viewer sees of himself. */
export const OwnRounds = z.object({
  /** his last commitment, which the next check-in answers */
  carried: Commitment.nullable(),
  /** he kept that commitment to himself, so the form keeps it private too */
  carried_is_private: z.boolean(),
  /** three times "not" in a row: the form offers to make the commitment smaller */
  offers_smaller: z.boolean(),
  /**
   * his check-in of the round before the open one, if it has an ask that he has not answered yet. He is asked in this round
   * only.
   */
  asked_after: CheckIn.nullable(),
  /** of the last eight rounds; null before his first round closed */
  steady: Steady.nullable(),
  /** null if he is not on a pause */
  pause: z.object({ since: When, until: When.nullable(), reason: z.enum(PAUSE_REASONS) }).nullable(),
  reminders: z.enum(REMINDERS),
  /** the kinds of mails that he has stopped for this pod */
  stopped_mails: z.array(StoppableMail),
  /** he may change the rhythm, and stop the rounds */
  can_set_rhythm: z.boolean(),
  ...OwnQuiet.shape,
})
export type OwnRounds = z.infer<typeof OwnRounds>

export const RoundsOfPod = z.object({
  pod_id: Id,
  /** null: the pod is a chat without rounds */
  rhythm: Rhythm.nullable(),
  /** null: nobody asks to end the rounds */
  ending: Ending.nullable(),
  /** the round that is open now */
  open: Round.nullable(),
  /** closed rounds, newest first, at most eight; `listRounds` has the older ones */
  closed: z.array(Round),
  /** there are older rounds */
  has_older: z.boolean(),
  own: OwnRounds,
  /** check-ins of the pod's last eight rounds; null with fewer than three members. Without a total, which would show a pause. */
  came: z.number().nullable(),
})
export type RoundsOfPod = z.infer<typeof RoundsOfPod>

const tags = ['rounds']

export const rounds = {
  getRounds: memberOnly('chat:read', SAY_ROUNDS.signIn, undefined)
    .route({
      method: 'GET',
      path: '/pods/{pod_id}/rounds',
      operationId: 'getRounds',
      tags,
      summary: 'The rounds of your pod: its rhythm, the open round, and the latest closed ones',
    })
    .errors(refuses(roundFaults.notFound))
    .input(roundPlace)
    .output(RoundsOfPod),
  listRounds: memberOnly('chat:read', SAY_ROUNDS.signIn, undefined)
    .route({
      method: 'GET',
      path: '/pods/{pod_id}/rounds/closed',
      operationId: 'listRounds',
      tags,
      summary: 'List closed rounds of your pod, newest first',
    })
    .errors(refuses(roundFaults.notFound))
    .input(z.strictObject({ pod_id: Id, after: Cursor.optional() }))
    .output(Page(Round)),
  checkIn: memberOnly('chat:write', SAY_ROUNDS.signIn, 'chat')
    .route({
      method: 'PUT',
      path: '/rounds/{round_id}/check-in',
      operationId: 'checkIn',
      tags,
      summary: 'Check in, or change your check-in, while the round is open',
    })
    .errors(refuses(roundFaults.noRound, roundFaults.closed, roundFaults.changed))
    .input(NewCheckIn)
    .output(CheckIn),
  deleteCheckIn: memberOnly('chat:write', SAY_ROUNDS.signIn, 'chat')
    .route({
      method: 'DELETE',
      path: '/me/check-ins/{id}',
      operationId: 'deleteCheckIn',
      tags,
      summary: 'Delete a check-in of yours, also of a closed round',
    })
    .errors(refuses(roundFaults.noCheckIn))
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: Id })),
  listOwnCheckIns: memberOnly('chat:read', SAY_ROUNDS.signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/check-ins',
      operationId: 'listOwnCheckIns',
      tags,
      summary: 'List your own check-ins, newest first',
    })
    .input(z.strictObject({ pod_id: Id.optional(), after: Cursor.optional() }))
    .output(Page(OwnCheckIn)),
  deleteOwnCheckIns: memberOnly('chat:write', SAY_ROUNDS.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/me/pods/{pod_id}/check-ins',
      operationId: 'deleteOwnCheckIns',
      tags,
      summary: 'Delete all your check-ins in one pod',
    })
    .input(roundPlace)
    .output(z.object({ deleted: z.number() })),
  getRecaps: memberOnly('chat:read', SAY_ROUNDS.signIn, undefined)
    .route({
      method: 'GET',
      path: '/pods/{pod_id}/recaps',
      operationId: 'getRecaps',
      tags,
      summary: 'What was said in closed rounds of your pod, for the messages that stand for their recaps',
    })
    .errors(refuses(roundFaults.notFound))
    .input(
      z.strictObject({
        pod_id: Id,
        /** ids of rounds, separated by commas; those that are not closed rounds of the pod are left out */
        round_ids: z
          .string(SAY_ROUNDS.roundIds)
          .max(37 * RECAPS_MAX, SAY_ROUNDS.roundIds)
          .transform((ids) => ids.split(','))
          .pipe(z.array(Id).max(RECAPS_MAX, SAY_ROUNDS.roundIds)),
      }),
    )
    .output(z.object({ items: z.array(Round) })),
}
