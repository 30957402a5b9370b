/**
 * Networks: larger communities, called `group` in addresses and data. Public ones are joined; private ones need a
 * request.
 */
import * as z from 'zod'
import { TakenOut, WhyOut } from './exclusions.ts'
import { Cursor, fault, Id, Line, memberOnly, open, Page, refuses, Sought, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { missing } from './missing.ts'
import { Name } from './names.ts'
import { SAY_ROOMS } from './room-words.ts'
import { SearchWords } from './search.ts'
import { DESCRIPTION_MAX, LOCATION_MAX, NAME_MAX, NOTE_MAX, SAY } from './words.ts'

export const groupFaults = {
  /** for a page */
  notFound: missing.group,
  /** for an action */
  gone: fault('GROUP_NOT_FOUND', 404, 'Group not found'),
  membersOnly: missing.insideGroup,
  isPrivate: fault('GROUP_IS_PRIVATE', 403, 'This network is private. Ask to join it.'),
  isPublic: fault('GROUP_IS_PUBLIC', 409, 'This network is open to everyone. You can join it right away.'),
  notInGroup: fault('NOT_IN_GROUP', 403, 'You are not a member of this network'),
  alreadyIn: fault('ALREADY_IN_GROUP', 409, 'You are a member of this network already'),
  creatorStays: fault('CREATOR_STAYS', 403, 'You started this network, so you cannot leave it'),
  notAdmin: fault('NOT_GROUP_ADMIN', 403, 'Only its admins can do this'),
  /** the member to be removed is an admin; also if he is the caller */
  adminStays: fault('ADMIN_STAYS', 403, 'An admin cannot be taken out of his network'),
  notThere: fault('MEMBER_NOT_FOUND', 404, 'He is not in this network any more'),
  /** the message names the day */
  takenOut: fault('TAKEN_OUT', 403, SAY_ROOMS.takenOut),
  nameTaken: fault('NAME_TAKEN', 409, SAY_ROOMS.groupNameTaken),
  /** for a suggestion: its id belongs to something else */
  idTaken: fault('ID_TAKEN', 409, SAY_ROOMS.suggestFailed),
  noRequest: fault('REQUEST_NOT_FOUND', 404, 'This request is not there any more'),
  answered: fault('REQUEST_ANSWERED', 409, 'Somebody else has answered this already'),
  /** for a caller who is not an administrator of the instance */
  noSuggestion: fault('SUGGESTION_NOT_FOUND', 404, 'Page not found'),
}

/** A network as a list shows it. Every member also sees private ones. */
export const GroupCard = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  is_public: z.boolean(),
  member_count: z.number(),
  avatar_url: z.string().nullable(),
  banner_url: z.string().nullable(),
  created_at: When,
  /** whether the viewer is a member of it */
  is_member: z.boolean(),
})
export type GroupCard = z.infer<typeof GroupCard>

/** The head of the network's page, and the viewer's relation to it. */
export const Group = GroupCard.extend({
  is_admin: z.boolean(),
  /** the viewer created it, and therefore cannot leave it */
  is_creator: z.boolean(),
  request_pending: z.boolean(),
  /** the viewer may see its posts and events; its members only if he is signed in */
  can_see_inside: z.boolean(),
  /** the viewer is not in it, and can join at once; a visitor has to sign in first */
  can_join: z.boolean(),
  /** the viewer has to ask, can ask now, and has not asked yet; a visitor has to sign in first */
  can_request: z.boolean(),
  /** the viewer is a member of it; false for the member who created it */
  can_leave: z.boolean(),
  /** whether the assistant may quote what is written in it; present only for its admins */
  is_quotable: z.boolean().optional(),
  /** the viewer was removed from it, and can join or ask again after this time; null for anyone else */
  taken_out: TakenOut.nullable(),
  /** the number of the last event of its topic that this reflects; null if the viewer is not a member of it */
  seq: z.number().nullable(),
})
export type Group = z.infer<typeof Group>

const GroupRole = z.enum(['member', 'admin'])
export const GroupMember = z.object({ user: Author, role: GroupRole, joined_at: When })
export type GroupMember = z.infer<typeof GroupMember>

/** The live event to its members when a member joins, leaves or becomes an admin. */
export const MembershipEvent = z.object({
  member_count: z.number(),
  /** null if he is not a member of it (any more) */
  member: GroupMember.nullable(),
})
export type MembershipEvent = z.infer<typeof MembershipEvent>

export const GroupRequest = z.object({ id: Id, requester: Author, message: z.string().nullable(), created_at: When })
export type GroupRequest = z.infer<typeof GroupRequest>

/** A network that a member suggests. The administrators decide. */
export const Suggestion = z.object({
  id: Id,
  group_name: z.string(),
  description: z.string(),
  location: z.string().nullable(),
  created_at: When,
  user: Author.nullable(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** The name is a part of an address: it needs a readable character and must not contain a slash. */
const nameOf = (blank: string) =>
  Name({ max: NAME_MAX, blank })
    .refine((name) => /[\p{L}\p{N}]/u.test(name), 'A name needs a letter or a number')
    .refine((name) => !/[/\\]/.test(name), 'A name cannot hold a slash')
const descriptionOf = (blank: string) => Text({ name: 'The description', max: DESCRIPTION_MAX, blank })
/** A blank text counts as none. */
const optional = (name: string, max: number, of = Text) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? null : text),
    of({ name, max, blank: 'Please enter a text' }).nullable(),
  )

const Decision = z.enum(['approve', 'decline'], 'Choose approve or decline')
const after = { after: Cursor.optional() }

export const groups = {
  listGroups: memberOnly('communities:read', SAY_ROOMS.signInToGroups, 'search')
    .route({
      method: 'GET',
      path: '/groups',
      operationId: 'listGroups',
      tags: ['groups'],
      summary: 'List all networks, newest first, or those whose name or description contains these letters',
    })
    .input(z.strictObject({ q: SearchWords.optional(), ...after }))
    .output(
      Page(GroupCard).extend({
        /** the number of results; at most 1,000 for a search */
        count: z.number(),
        /** true if there are more than that */
        count_open: z.boolean(),
      }),
    ),
  getGroupsOverview: memberOnly('communities:read', SAY_ROOMS.signInToGroups, undefined)
    .route({
      method: 'GET',
      path: '/me/groups/overview',
      operationId: 'getGroupsOverview',
      tags: ['groups'],
      summary: 'List your first three networks, and of the others the five largest and the five newest',
    })
    .output(
      z.object({
        mine: z.array(GroupCard),
        mine_count: z.number(),
        popular: z.array(GroupCard),
        new: z.array(GroupCard),
      }),
    ),
  listMyGroups: memberOnly('communities:read', SAY_ROOMS.signInToGroups, undefined)
    .route({
      method: 'GET',
      path: '/me/groups',
      operationId: 'listMyGroups',
      tags: ['groups'],
      summary: 'List your networks, latest joined first',
    })
    .input(z.strictObject(after))
    .output(Page(GroupCard)),
  getGroup: open('communities:read')
    .route({
      method: 'GET',
      path: '/groups/named/{slug}',
      operationId: 'getGroup',
      tags: ['groups'],
      summary: 'Get a network and your relation to it',
    })
    .errors(refuses(groupFaults.notFound))
    .input(z.strictObject({ slug: Sought }))
    .output(Group),
  listGroupMembers: memberOnly('communities:read', SAY_ROOMS.signInToGroups, undefined)
    .route({
      method: 'GET',
      path: '/groups/named/{slug}/members',
      operationId: 'listGroupMembers',
      tags: ['groups'],
      summary: 'List the members of a network in order of joining; for a private network, members only',
    })
    .errors(refuses(groupFaults.notFound, groupFaults.membersOnly))
    .input(z.strictObject({ slug: Sought, only: z.enum(['admin']).optional(), ...after }))
    .output(Page(GroupMember)),
  joinGroup: memberOnly('communities:write', SAY_ROOMS.signInToJoinGroup, 'write')
    .route({
      method: 'PUT',
      path: '/groups/{id}/membership',
      operationId: 'joinGroup',
      tags: ['groups'],
      summary: 'Join a public network',
    })
    .errors(refuses(groupFaults.gone, groupFaults.isPrivate, groupFaults.takenOut))
    .input(z.strictObject({ id: Id }))
    .output(Group),
  leaveGroup: memberOnly('communities:write', SAY_ROOMS.signInToLeaveGroup, 'write')
    .route({
      method: 'DELETE',
      path: '/groups/{id}/membership',
      operationId: 'leaveGroup',
      tags: ['groups'],
      summary: 'Leave a network',
    })
    .errors(refuses(groupFaults.gone, groupFaults.notInGroup, groupFaults.creatorStays))
    .input(z.strictObject({ id: Id }))
    .output(Group),
  takeOutGroupMember: memberOnly('communities:write', SAY_ROOMS.signInToGroups, 'write')
    .route({
      method: 'PUT',
      path: '/groups/{id}/exclusions/{member_id}',
      operationId: 'takeOutGroupMember',
      tags: ['groups'],
      summary: 'Remove a member from a network; he can join or ask again after thirty days. For its admins',
    })
    .errors(refuses(groupFaults.gone, groupFaults.notAdmin, groupFaults.adminStays, groupFaults.notThere))
    .input(z.strictObject({ id: Id, member_id: Id, reason: WhyOut }))
    .output(Group),
  requestToJoinGroup: memberOnly('communities:write', SAY_ROOMS.signInToJoinGroup, 'write')
    .route({
      method: 'POST',
      path: '/groups/{id}/requests',
      operationId: 'requestToJoinGroup',
      tags: ['groups'],
      summary: 'Ask to join a private network',
    })
    .errors(refuses(groupFaults.gone, groupFaults.isPublic, groupFaults.alreadyIn, groupFaults.takenOut))
    .input(z.strictObject({ id: Id, message: optional('The message', NOTE_MAX).optional() }))
    .output(Group),
  listGroupRequests: memberOnly('communities:read', SAY_ROOMS.signInToGroups, undefined)
    .route({
      method: 'GET',
      path: '/groups/{id}/requests',
      operationId: 'listGroupRequests',
      tags: ['groups'],
      summary: 'List requests to join, latest first; for its admins',
    })
    .errors(refuses(groupFaults.gone, groupFaults.notAdmin))
    .input(z.strictObject({ id: Id, ...after }))
    .output(Page(GroupRequest)),
  decideGroupRequest: memberOnly('communities:write', SAY_ROOMS.signInToGroups, 'write')
    .route({
      method: 'PUT',
      path: '/group-requests/{id}/decision',
      operationId: 'decideGroupRequest',
      tags: ['groups'],
      summary: 'Accept or decline a request to join; for the admins of the network',
    })
    .errors(refuses(groupFaults.noRequest, groupFaults.answered))
    .input(z.strictObject({ id: Id, decision: Decision }))
    .output(z.object({ id: Id, decision: Decision })),
  editGroup: memberOnly('communities:write', SAY.signInToEdit, 'write')
    .route({
      method: 'PATCH',
      path: '/groups/{id}',
      operationId: 'editGroup',
      tags: ['groups'],
      summary: 'Change name, description, place or openness; a field that is left out stays. For its admins',
    })
    .errors(refuses(groupFaults.gone, groupFaults.notAdmin, groupFaults.nameTaken))
    .input(
      z.strictObject({
        id: Id,
        name: nameOf(SAY_ROOMS.groupNameBlank).optional(),
        description: optional('The description', DESCRIPTION_MAX).optional(),
        location: optional('The location', LOCATION_MAX, Line).optional(),
        is_public: z.boolean().optional(),
      }),
    )
    .output(Group),
  suggestGroup: memberOnly('communities:write', SAY_ROOMS.signInToSuggest, 'write')
    .route({
      method: 'POST',
      path: '/group-suggestions',
      operationId: 'suggestGroup',
      tags: ['groups'],
      summary: 'Suggest a new network',
      successStatus: 201,
    })
    .errors(refuses(groupFaults.idTaken))
    .input(
      z.strictObject({
        /** made by the client as an idempotency key: a repeated request creates one suggestion */
        id: Id.optional(),
        group_name: nameOf(SAY_ROOMS.suggestIncomplete),
        description: descriptionOf(SAY_ROOMS.suggestIncomplete),
        location: optional('The location', LOCATION_MAX, Line).optional(),
      }),
    )
    .output(z.object({ id: Id })),
  listSuggestions: memberOnly('admin:read', SAY_ROOMS.signInToGroups, undefined)
    .route({
      method: 'GET',
      path: '/group-suggestions',
      operationId: 'listSuggestions',
      tags: ['groups'],
      summary: 'List suggested networks that are not decided, latest first; for administrators',
    })
    .errors(refuses(groupFaults.noSuggestion))
    .input(z.strictObject(after))
    .output(Page(Suggestion)),
  decideSuggestion: memberOnly('admin:write', SAY_ROOMS.signInToGroups, 'write')
    .route({
      method: 'PUT',
      path: '/group-suggestions/{id}/decision',
      operationId: 'decideSuggestion',
      tags: ['groups'],
      summary: 'Create the suggested network, or decline it with a reason; for administrators',
    })
    .errors(refuses(groupFaults.noSuggestion, groupFaults.answered, groupFaults.nameTaken))
    .input(
      z
        .strictObject({
          id: Id,
          decision: Decision,
          /** for the network that is created */
          is_public: z.boolean().optional(),
          /** why it is declined; the author can read it */
          reason: Text({ name: 'The reason', max: NOTE_MAX, blank: SAY_ROOMS.suggestionReasonBlank }).optional(),
        })
        .refine(({ decision, reason }) => decision === 'approve' || reason !== undefined, {
          message: SAY_ROOMS.suggestionReasonBlank,
          path: ['reason'],
        })
        .refine(({ decision, is_public }) => decision === 'decline' || is_public !== undefined, {
          message: 'Choose public or private',
          path: ['is_public'],
        }),
    )
    .output(z.object({ id: Id, slug: z.string().nullable() })),
}
