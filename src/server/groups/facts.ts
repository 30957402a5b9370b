/** What happens in networks, and who hears of it at once. */
import { type MembershipEventKind, topicOf } from '#contract/live-words.ts'
import { SHUT } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

const groupTopic = (id: string) => topicOf('group', id)

/** To all who are in the network. */
const told = (group_id: string, kind: MembershipEventKind, member: string) => ({
  topic: groupTopic(group_id),
  kind,
  subject: member,
})
/** To one member. Topics of members come last, sorted by their ids: two transactions do not wait for each other. */
const toldMember = (member: string, kind: string, group_id: string) => ({
  topic: memberTopic(member),
  kind,
  subject: group_id,
})

interface Request {
  group_id: string
  requester_id: string
  /** the requester and the admins who may hear of him, sorted */
  listeners: string[]
}

export const groupFacts = {
  suggested: (suggestion_id: string) => fact({ kind: 'group.suggested', data: { suggestion_id } }),
  suggestionAnswered: (suggestion_id: string, isOpened: boolean, reason?: string) =>
    fact({
      kind: 'group_suggestion.answered',
      data: { suggestion_id, is_opened: isOpened },
      words: isOpened ? undefined : reason,
    }),
  created: (group_id: string, creator_id: string | null) =>
    fact({ kind: 'group.created', data: { group_id, creator_id } }),
  /** When it was opened or shut, its listeners are asked again, and no visitor gets a page that was drawn before. */
  edited: (group_id: string, fields: string[]) =>
    fact({
      kind: 'group.edited',
      data: { group_id, fields },
      rings: fields.includes('is_public') ? [groupTopic(group_id), SHUT] : [],
    }),
  joined: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.joined',
      data: { group_id, user_id },
      tells: [told(group_id, 'group.joined', user_id)],
    }),
  left: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.left',
      data: { group_id, user_id },
      tells: [told(group_id, 'group.left', user_id)],
    }),
  /** A member became its admin, because the last one left. */
  runBy: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.run_by',
      data: { group_id, user_id },
      tells: [told(group_id, 'group.run_by', user_id)],
    }),
  /** The member hears the network's own topic no more, and may be looking at its page. */
  takenOut: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.taken_out',
      data: { group_id, user_id },
      tells: [told(group_id, 'group.left', user_id), toldMember(user_id, 'group.taken_out', group_id)],
    }),
  requestSent: ({ group_id, requester_id, listeners }: Request) =>
    fact({
      kind: 'group_request.sent',
      data: { group_id, requester_id },
      tells: listeners.map((one) => toldMember(one, 'group_request.sent', group_id)),
    }),
  requestAnswered: ({ group_id, requester_id, listeners }: Request, isIn: boolean) =>
    fact({
      kind: 'group_request.answered',
      data: { group_id, requester_id, is_in: isIn },
      tells: listeners.map((one) => toldMember(one, 'group_request.answered', group_id)),
    }),
}

export type GroupFact = KindsOf<typeof groupFacts>
