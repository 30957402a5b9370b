/**
 * The door of a pod: men who look for a pod, places that a pod opens, invitations, and two rounds on trial. A refusal is seen by
 * nobody: to the pod a declined invitation and one without an answer are the same.
 */
import * as z from 'zod'
import { Zone } from './event-fields.ts'
import { administratorOnly, fault, Id, memberOnly, refuses, When } from './kernel.ts'
import { Author } from './members.ts'
import { RHYTHM_WEEKS, SAY_ROUNDS } from './round-words.ts'
import { AIM_NAMES, DOOR, SAY_SEEKERS, SEEKER, STAGE_NAMES } from './seeker-words.ts'

export const seekerFaults = {
  /** the caller is not in the pod, or there is no such pod */
  notFound: fault('POD_NOT_FOUND', 404, SAY_SEEKERS.noPod),
  noRhythm: fault('NO_RHYTHM', 409, SAY_SEEKERS.noRhythm),
  noSeats: fault('POD_FULL', 409, SAY_SEEKERS.noSeats),
  closed: fault('DOOR_CLOSED', 409, SAY_SEEKERS.closed),
  /** he does not fit, does not look for a pod any more, or must not meet the pod */
  candidateGone: fault('CANDIDATE_NOT_FOUND', 404, SAY_SEEKERS.candidateGone),
  enoughInvitations: fault('ENOUGH_INVITATIONS', 409, SAY_SEEKERS.enoughInvitations),
  noInvitation: fault('INVITATION_NOT_FOUND', 404, SAY_SEEKERS.noInvitation),
  taken: fault('PLACE_TAKEN', 409, SAY_SEEKERS.taken),
  noTrial: fault('TRIAL_NOT_FOUND', 404, SAY_SEEKERS.noTrial),
  /** the caller is on trial himself, or is new in the pod */
  tooNew: fault('TOO_NEW', 409, SAY_ROUNDS.tooNew),
  /** the pod is private, and the caller did not create it */
  notCreator: fault('NOT_CREATOR', 403, SAY_SEEKERS.onlyCreator),
}

const Stages = z
  .array(z.enum(STAGE_NAMES, SAY_SEEKERS.stageUnknown), SAY_SEEKERS.stageUnknown)
  .max(STAGE_NAMES.length, SAY_SEEKERS.stageUnknown)
const Weeks = z.literal(RHYTHM_WEEKS, SAY_SEEKERS.weeksMissing)

export const NewSeeker = z.strictObject({
  stages: Stages.min(1, SAY_SEEKERS.stagesMissing),
  time_zone: Zone,
  weeks: Weeks,
  aims: z
    .array(z.enum(AIM_NAMES, SAY_SEEKERS.aimUnknown), SAY_SEEKERS.aimsMissing)
    .min(1, SAY_SEEKERS.aimsMissing)
    .max(SEEKER.aims, SAY_SEEKERS.aimsMissing),
})

/** What a man says of himself while he looks for a pod. */
export const Seeker = z.object({
  stages: z.array(z.enum(STAGE_NAMES)),
  time_zone: z.string(),
  weeks: Weeks,
  aims: z.array(z.enum(AIM_NAMES)),
  /** he waits since then */
  since: When,
})
export type Seeker = z.infer<typeof Seeker>

const PodName = z.object({ id: Id, name: z.string(), slug: z.string() })

/** A pod with an open place that fits the viewer. */
export const FittingPod = PodName.extend({
  description: z.string().nullable(),
  current_members: z.number(),
  capacity: z.number(),
  is_private: z.boolean(),
  weeks: Weeks,
  /** the difference of the clocks, at most twelve */
  hours_apart: z.number(),
  stages: z.array(z.enum(STAGE_NAMES)),
  aims: z.array(z.enum(AIM_NAMES)),
})
export type FittingPod = z.infer<typeof FittingPod>

/** Only the invited man reads it. */
export const Invitation = z.object({ id: Id, pod: FittingPod, expires_at: When })
export type Invitation = z.infer<typeof Invitation>

/** The viewer's own search, and what came of it. */
export const OwnSearch = z.object({
  /** null if he does not look for a pod */
  seeker: Seeker.nullable(),
  /** the latest first */
  invitations: z.array(Invitation),
  /** pods in which he is on trial */
  trials: z.array(z.object({ pod: PodName, rounds_left: z.number() })),
  /** the best fit first; none if he does not look */
  pods: z.array(FittingPod),
})
export type OwnSearch = z.infer<typeof OwnSearch>

export const Candidate = z.object({
  user: Author,
  stages: z.array(z.enum(STAGE_NAMES)),
  weeks: Weeks,
  aims: z.array(z.enum(AIM_NAMES)),
  hours_apart: z.number(),
})
export type Candidate = z.infer<typeof Candidate>

/** The door of a pod, for its members. */
export const Door = z.object({
  pod_id: Id,
  /** false for a member who is new, and for one whose pod is private and has another creator: others decide who comes in */
  may_decide: z.boolean(),
  /** the pod is private, and its creator, who is another man, decides alone who comes in */
  only_creator: z.boolean(),
  /** the pod has a rhythm and a seat, and the viewer may decide */
  can_open: z.boolean(),
  /** the pod is small, and has not answered in this season; only a member who may decide is asked */
  asks: z.boolean(),
  /** free seats, whether opened or not */
  seats: z.number(),
  opening: z
    .object({
      places: z.number(),
      taken: z.number(),
      stages: z.array(z.enum(STAGE_NAMES)),
      aims: z.array(z.enum(AIM_NAMES)),
      opened_at: When,
    })
    .nullable(),
  /** the best fit first, then the longest wait; none while the door is closed, and none for a member who may not decide */
  candidates: z.array(Candidate),
  /** for seven days after the invitation, whatever he has answered, unless he came */
  invited: z.array(z.object({ user: Author, until: When })),
  trials: z.array(
    z.object({
      user: Author,
      is_own: z.boolean(),
      rounds_left: z.number(),
      /** what the viewer has said, which nobody else reads */
      fits: z.boolean(),
      /** false for the man himself, and for a member who is new: what he says would not count */
      may_say: z.boolean(),
    }),
  ),
})
export type Door = z.infer<typeof Door>

const Share = z.number().nullable()
/** Each figure is null if it counts fewer than five pods. */
export const PodFigures = z.object({
  /** share of pods with at least three check-ins in their fourth and eighth round */
  lasting_round_4: Share,
  lasting_round_8: Share,
  /** the median days that men waited who found a pod */
  waiting_days: Share,
  /** share of opened places that were taken within thirty days */
  filled: Share,
})
export type PodFigures = z.infer<typeof PodFigures>

const place = z.strictObject({ pod_id: Id })
const man = z.strictObject({ pod_id: Id, member_id: Id })
const tags = ['seekers']

export const seekers = {
  getOwnSearch: memberOnly('communities:read', SAY_SEEKERS.signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/pod-search',
      operationId: 'getOwnSearch',
      tags,
      summary: 'Your search for a pod: what you said, your invitations, your trials, and pods that fit',
    })
    .output(OwnSearch),
  lookForPod: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pod-search',
      operationId: 'lookForPod',
      tags,
      summary: 'Look for a pod, or change what you look for; you keep your place in line',
    })
    .input(NewSeeker)
    .output(OwnSearch),
  stopLooking: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/me/pod-search',
      operationId: 'stopLooking',
      tags,
      summary: 'Stop looking for a pod',
    })
    .output(OwnSearch),
  answerInvitation: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/me/pod-invitations/{id}',
      operationId: 'answerInvitation',
      tags,
      summary: 'Accept an invitation, on trial for two rounds, or decline it; nobody is told that you declined',
    })
    .errors(refuses(seekerFaults.noInvitation, seekerFaults.taken))
    .input(z.strictObject({ id: Id, answer: z.enum(['accept', 'decline'], 'Choose accept or decline') }))
    .output(z.object({ id: Id, slug: z.string() })),
  getDoor: memberOnly('communities:read', SAY_SEEKERS.signIn, undefined)
    .route({
      method: 'GET',
      path: '/pods/{pod_id}/door',
      operationId: 'getDoor',
      tags,
      summary: 'The door of your pod: open places, candidates, and members on trial',
    })
    .errors(refuses(seekerFaults.notFound))
    .input(place)
    .output(Door),
  openDoor: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/pods/{pod_id}/door',
      operationId: 'openDoor',
      tags,
      summary: 'Open one to three places in your pod, or change what they are for',
    })
    .errors(
      refuses(
        ...[seekerFaults.notFound, seekerFaults.tooNew, seekerFaults.notCreator],
        ...[seekerFaults.noRhythm, seekerFaults.noSeats],
      ),
    )
    .input(
      z.strictObject({
        pod_id: Id,
        places: z
          .int('Choose one to three places')
          .min(1, 'Choose one to three places')
          .max(DOOR.places, 'Choose one to three places'),
        stages: Stages.default([]),
        aims: z
          .array(z.enum(AIM_NAMES, SAY_SEEKERS.aimUnknown), SAY_SEEKERS.aimUnknown)
          .max(AIM_NAMES.length, SAY_SEEKERS.aimUnknown)
          .default([]),
      }),
    )
    .output(Door),
  closeDoor: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/pods/{pod_id}/door',
      operationId: 'closeDoor',
      tags,
      summary: 'Close the places of your pod, or answer "not this season" if it was asked',
    })
    .errors(refuses(seekerFaults.notFound, seekerFaults.tooNew, seekerFaults.notCreator))
    .input(place)
    .output(Door),
  inviteSeeker: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/pods/{pod_id}/invitations/{member_id}',
      operationId: 'inviteSeeker',
      tags,
      summary: 'Invite a candidate to your pod; he has seven days to answer',
    })
    .errors(
      refuses(
        ...[seekerFaults.notFound, seekerFaults.tooNew, seekerFaults.notCreator, seekerFaults.closed],
        ...[seekerFaults.candidateGone, seekerFaults.enoughInvitations],
      ),
    )
    .input(man)
    .output(Door),
  passOver: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/pods/{pod_id}/passed/{member_id}',
      operationId: 'passOver',
      tags,
      summary: 'Take a candidate off the list of your pod; nobody is told',
    })
    .errors(refuses(seekerFaults.notFound, seekerFaults.tooNew, seekerFaults.notCreator, seekerFaults.candidateGone))
    .input(man)
    .output(Door),
  sayFit: memberOnly('communities:write', SAY_SEEKERS.signIn, 'write')
    .route({
      method: 'PUT',
      path: '/pods/{pod_id}/trials/{member_id}',
      operationId: 'sayFit',
      tags,
      summary: 'Say privately whether a member on trial is the right fit; only you read it',
    })
    .errors(refuses(seekerFaults.notFound, seekerFaults.noTrial, seekerFaults.tooNew))
    .input(z.strictObject({ pod_id: Id, member_id: Id, fits: z.boolean(SAY_SEEKERS.fitMissing) }))
    .output(Door),
  getPodFigures: administratorOnly('admin:read')
    .route({
      method: 'GET',
      path: '/admin/pod-figures',
      operationId: 'getPodFigures',
      tags,
      summary: 'How pods last and fill: shares and a median, each null under five pods',
    })
    .output(PodFigures),
}
