/** Facts about networks, and who is notified of them. */
import { type MembershipEventKind, topicOf } from '#contract/live-words.ts'
import { VISITORS_TOPIC } from '../kernel/http/http.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

const groupTopic = (id: string) => topicOf('group', id)

/** Notifies everyone who listens to the network's topic. */
const toGroup = (group_id: string, kind: MembershipEventKind, member: string) => ({
  topic: groupTopic(group_id),
  kind,
  subject: member,
})
/** Notifies one member. Topics of members come last, sorted by id, so that two transactions cannot deadlock. */
const toMember = (member: string, kind: string, group_id: string) => ({
  topic: memberTopic(member),
  kind,
  subject: group_id,
})

interface JoinRequest {
  group_id: string
  requester_id: string
  /** the requester and the admins who are not blocked, sorted by id */
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
  /** If the network became public or private, its listeners are checked again and the visitors' cache is cleared. */
  edited: (group_id: string, fields: string[]) =>
    fact({
      kind: 'group.edited',
      data: { group_id, fields },
      notifies: fields.includes('is_public') ? [groupTopic(group_id), VISITORS_TOPIC] : [],
    }),
  joined: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.joined',
      data: { group_id, user_id },
      tells: [toGroup(group_id, 'group.joined', user_id)],
    }),
  left: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.left',
      data: { group_id, user_id },
      tells: [toGroup(group_id, 'group.left', user_id)],
    }),
  /** A member became admin because the last admin left. */
  runBy: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.run_by',
      data: { group_id, user_id },
      tells: [toGroup(group_id, 'group.run_by', user_id)],
    }),
  /** The member no longer hears the network's own topic, but may have its page open, so he is notified on his own. */
  takenOut: (group_id: string, user_id: string) =>
    fact({
      kind: 'group.taken_out',
      data: { group_id, user_id },
      tells: [toGroup(group_id, 'group.left', user_id), toMember(user_id, 'group.taken_out', group_id)],
    }),
  requestSent: ({ group_id, requester_id, listeners }: JoinRequest) =>
    fact({
      kind: 'group_request.sent',
      data: { group_id, requester_id },
      tells: listeners.map((one) => toMember(one, 'group_request.sent', group_id)),
    }),
  requestAnswered: ({ group_id, requester_id, listeners }: JoinRequest, isIn: boolean) =>
    fact({
      kind: 'group_request.answered',
      data: { group_id, requester_id, is_in: isIn },
      tells: listeners.map((one) => toMember(one, 'group_request.answered', group_id)),
    }),
}

export type GroupFact = KindsOf<typeof groupFacts>
