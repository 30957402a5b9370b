/**
 * Pods: small accountability groups. Public ones are joined; private ones need a request. The owner decides on requests; he
 * can hand the pod over or delete it.
 */
import * as z from 'zod'
import { TakenOut, WhyOut } from './exclusions.ts'
import { Cursor, fault, Id, Mark, memberOnly, Page, refuses, Sought, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { Name } from './names.ts'
import { SAY_ROOMS } from './room-words.ts'
import { codePoints, MEETING_FREQUENCIES, POD, SAY, searchable } from './words.ts'

export const podFaults = {
  notFound: fault('POD_NOT_FOUND', 404, SAY_ROOMS.podMissing),
  notActive: fault('POD_NOT_ACTIVE', 409, SAY_ROOMS.podNotActive),
  full: fault('POD_FULL', 409, SAY_ROOMS.podFull),
  isPrivate: fault('POD_PRIVATE', 403, 'This pod is private. You can request to join it.'),
  isOpen: fault('POD_OPEN', 409, 'This pod is open. You can join it right away.'),
  ownPod: fault('OWN_POD', 403, 'Pod creators cannot request to join their own pods'),
  isMember: fault('ALREADY_IN_POD', 409, 'You are already in this pod'),
  notMember: fault('NOT_IN_POD', 403, 'You are not in this pod'),
  /** he may have become the owner a moment ago */
  creatorStays: fault('CREATOR_STAYS', 409, 'This pod is yours. Hand it over to somebody in it, or delete it.'),
  notCreator: fault('NOT_CREATOR', 403, 'Only its creator can hand this pod over'),
  notHisToDelete: fault('NOT_CREATOR', 403, 'Only its creator can delete this pod'),
  noSuccessor: fault('SUCCESSOR_NOT_IN_POD', 409, 'Choose somebody who is in this pod'),
  notHisToTakeOut: fault('NOT_CREATOR', 403, 'Only its creator can take somebody out of this pod'),
  /** the member to be removed */
  notThere: fault('MEMBER_NOT_FOUND', 404, 'He is not in this pod any more'),
  /** the message names the day */
  takenOut: fault('TAKEN_OUT', 403, SAY_ROOMS.takenOut),
  noRequest: fault('REQUEST_NOT_FOUND', 404, 'Request not found'),
  answered: fault('REQUEST_ANSWERED', 409, 'This request was answered already'),
  nameTaken: fault('NAME_TAKEN', 409, SAY_ROOMS.podNameTaken),
  idTaken: fault('ID_TAKEN', 409, SAY_ROOMS.podFailed),
  notOwnGroup: fault('GROUP_NOT_FOUND', 404, 'Choose a network that you belong to'),
}

export const MeetingFrequency = z.enum(MEETING_FREQUENCIES, 'Choose how often you meet')

/** A pod as the list shows it, and the viewer's relation to it. */
export const PodCard = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  capacity: z.number(),
  /** if the pod is full for the viewer, this is the capacity */
  current_members: z.number(),
  is_private: z.boolean(),
  /** how often its rounds come; if it has no rounds, how often it means to meet */
  meeting_frequency: MeetingFrequency.nullable(),
  /** it has rounds on a fixed day */
  has_rhythm: z.boolean(),
  /** null if the viewer is not in the pod: activity in it is visible only to its members */
  last_activity_at: When.nullable(),
  /** null for an active pod; one that has ended is seen by its members and by who still reads it, and nobody writes in it */
  ended_at: When.nullable(),
  group: z.object({ id: Id, name: z.string(), slug: z.string() }).nullable(),
  /** for the viewer; also true if he and a member of the pod have blocked each other (docs/decisions/022) */
  is_full: z.boolean(),
  is_member: z.boolean(),
  is_creator: z.boolean(),
  /** the viewer has asked to join, and the request is not decided */
  is_pending: z.boolean(),
  /** the viewer is not in the pod, and can join it at once */
  can_join: z.boolean(),
  /** the viewer has to ask, can ask now, and has not asked yet */
  can_request: z.boolean(),
  /** the viewer is in the pod; false for the creator of an active pod, who deletes it or hands it over */
  can_leave: z.boolean(),
  /** the viewer was removed from it, and can join or ask again after this time; null for anyone else */
  taken_out: TakenOut.nullable(),
})
export type PodCard = z.infer<typeof PodCard>

/** A viewer who is not in the pod sees only names and avatars: no username, no time. */
export const PodMember = z.object({
  id: Id,
  name: z.string(),
  avatar_url: z.string().nullable(),
  username: z.string().nullable(),
  is_administrator: Mark,
  joined_at: When.nullable(),
})
export type PodMember = z.infer<typeof PodMember>

/** A pod with its members in order of joining. If it is full, a viewer who is not in it sees no members. */
export const Pod = PodCard.extend({
  creator: z.object({ id: Id, name: z.string() }).nullable(),
  members: z.array(PodMember),
  /** the viewer's membership ended because nothing was heard of him; until then he reads what was said before. Null for anyone else */
  former_until: When.nullable(),
  /** the number of the last event of its topic that this reflects; null if the viewer is not in the pod */
  seq: z.number().nullable(),
})
export type Pod = z.infer<typeof Pod>

export const PodRequest = z.object({
  id: Id,
  pod: z.object({ id: Id, name: z.string(), slug: z.string(), is_full: z.boolean() }),
  requester: Author,
  message: z.string().nullable(),
  created_at: When,
})
export type PodRequest = z.infer<typeof PodRequest>

const PodName = Name({ max: POD.name.max, blank: SAY_ROOMS.podNameShort }).refine(
  (name) => codePoints(name) >= POD.name.min,
  SAY_ROOMS.podNameShort,
)
const Description = Text({ name: 'The description', max: POD.description, blank: 'Please enter a description' })
const Capacity = z
  .number('Capacity is a number')
  .int('Capacity is a whole number')
  .min(POD.capacity.min, SAY_ROOMS.podCapacityLow)
  .max(POD.capacity.max, SAY_ROOMS.podCapacityHigh)

export const NewPod = z.strictObject({
  /** made by the client as an idempotency key: a repeated request creates one pod */
  id: Id.optional(),
  name: PodName,
  description: Description.optional(),
  capacity: Capacity.default(POD.capacity.usual),
  meeting_frequency: MeetingFrequency.optional(),
  /** a network that the author is a member of */
  group_id: Id.optional(),
  is_private: z.boolean().default(false),
})

/** Any text is a valid query; a longer one is cut, and characters that PostgreSQL cannot store are removed. */
const Words = z
  .string()
  .max(20_000)
  .transform((words) => searchable(words.toWellFormed().replaceAll('\0', '')).trim())

const AT = 'This is not a page of the list'
const PageNumber = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}$/, AT)
        .transform(Number),
    ],
    AT,
  )
  .pipe(z.number().int(AT).min(1, AT).max(POD.pages, AT))

const place = z.strictObject({ id: Id })
const tags = ['pods']

export const pods = {
  listPods: memberOnly('communities:read', SAY_ROOMS.signInToPods, 'search')
    .route({
      method: 'GET',
      path: '/pods',
      operationId: 'listPods',
      tags,
      summary: 'List active pods: your own first, then others, most recently active first',
    })
    .input(z.strictObject({ q: Words.default(''), page: PageNumber.default(1) }))
    .output(
      z.object({
        items: z.array(PodCard),
        /** the number of this page; it is the last page if a later one was requested */
        page: z.number(),
        /** from 1 to 100 */
        pages: z.number(),
      }),
    ),
  getPod: memberOnly('communities:read', SAY_ROOMS.signInToPods, undefined)
    .route({ method: 'GET', path: '/pods/{slug}', operationId: 'getPod', tags, summary: 'One pod' })
    .errors(refuses(podFaults.notFound))
    .input(z.strictObject({ slug: Sought }))
    .output(Pod),
  createPod: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({
      method: 'POST',
      path: '/pods',
      operationId: 'createPod',
      tags,
      summary: 'Create a pod; you become its first member',
      successStatus: 201,
    })
    .errors(refuses(podFaults.nameTaken, podFaults.idTaken, podFaults.notOwnGroup))
    .input(NewPod)
    .output(Pod),
  joinPod: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({ method: 'PUT', path: '/pods/{id}/membership', operationId: 'joinPod', tags, summary: 'Join a public pod' })
    .errors(refuses(podFaults.notFound, podFaults.notActive, podFaults.full, podFaults.isPrivate, podFaults.takenOut))
    .input(place)
    .output(Pod),
  leavePod: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({
      method: 'DELETE',
      path: '/pods/{id}/membership',
      operationId: 'leavePod',
      tags,
      summary: 'Leave a pod. Its owner must hand it over or delete it instead',
    })
    .errors(refuses(podFaults.notFound, podFaults.notMember, podFaults.creatorStays))
    .input(place)
    .output(place),
  deletePod: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({
      method: 'DELETE',
      path: '/pods/{id}',
      operationId: 'deletePod',
      tags,
      summary: 'Leave your pod and delete it for everyone',
    })
    .errors(refuses(podFaults.notFound, podFaults.notActive, podFaults.notHisToDelete))
    .input(place)
    .output(place),
  handOverPod: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({
      method: 'PUT',
      path: '/pods/{id}/creator',
      operationId: 'handOverPod',
      tags,
      summary: 'Hand your pod over to one of its members, and leave it',
    })
    .errors(refuses(podFaults.notFound, podFaults.notCreator, podFaults.noSuccessor))
    .input(z.strictObject({ id: Id, to: Id }))
    .output(place),
  takeOutPodMember: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({
      method: 'PUT',
      path: '/pods/{id}/exclusions/{member_id}',
      operationId: 'takeOutPodMember',
      tags,
      summary: 'Remove a member from your pod; he can join or ask again after thirty days',
    })
    .errors(refuses(podFaults.notFound, podFaults.notHisToTakeOut, podFaults.creatorStays, podFaults.notThere))
    .input(z.strictObject({ id: Id, member_id: Id, reason: WhyOut }))
    .output(Pod),
  requestToJoinPod: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({
      method: 'PUT',
      path: '/pods/{id}/request',
      operationId: 'requestToJoinPod',
      tags,
      summary: 'Ask to join a private pod',
    })
    .errors(
      refuses(
        ...[podFaults.notFound, podFaults.notActive, podFaults.full],
        ...[podFaults.ownPod, podFaults.isMember, podFaults.isOpen, podFaults.takenOut],
      ),
    )
    .input(place)
    .output(Pod),
  listPodRequests: memberOnly('communities:read', SAY.notAuthenticated, undefined)
    .route({
      method: 'GET',
      path: '/me/pod-requests',
      operationId: 'listPodRequests',
      tags,
      summary: 'List requests to join your pods, newest first',
    })
    .input(z.strictObject({ pod_id: Id.optional(), after: Cursor.optional() }))
    .output(Page(PodRequest)),
  listOwnCommunities: memberOnly('communities:read', SAY.notAuthenticated, undefined)
    .route({
      method: 'GET',
      path: '/me/communities',
      operationId: 'listOwnCommunities',
      tags,
      summary: 'List networks that your pod can belong to, by name; if there are very many, the latest joined',
    })
    .output(z.array(z.object({ id: Id, name: z.string() }))),
  decidePodRequest: memberOnly('communities:write', SAY.notAuthenticated, 'write')
    .route({
      method: 'PUT',
      path: '/me/pod-requests/{id}',
      operationId: 'decidePodRequest',
      tags,
      summary: 'Accept or decline a request to join your pod',
    })
    .errors(refuses(podFaults.noRequest, podFaults.answered, podFaults.full))
    .input(z.strictObject({ id: Id, decision: z.enum(['approved', 'rejected'], 'Choose approved or rejected') }))
    .output(z.object({ id: Id, status: z.enum(['approved', 'rejected']) })),
}
