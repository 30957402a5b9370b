/** Pods, as the server returns them. */
import type { Message } from '#contract/chat.ts'
import type { Author } from '#contract/members.ts'
import type { Pod, PodMember, PodRequest } from '#contract/pods.ts'
import { anAuthor, anId, aPage, minutesAgo, slugOf } from './makers.ts'
import { answersOfSeekers } from './seekers-makers.ts'
import type { Answers } from './standin.ts'

/** A member of a pod, as the other members see him. */
export const aPodMember = ({ id, username, avatar_url }: Author = anAuthor()): PodMember => ({
  id,
  username,
  name: username,
  avatar_url,
  joined_at: minutesAgo(60 * 24),
})

/**
 * A pod and its members, the first of whom created it. The viewer is not a member unless `pod` says so. What he may do is
 * computed from the other fields, so a pod can be passed again with a change.
 */
export function aPod({ members = [aPodMember()], name = 'Kettle Watch', ...pod }: Partial<Pod> = {}): Pod {
  const [creator] = members
  const capacity = pod.capacity ?? 6
  const made = {
    ...{ id: anId(), name, slug: slugOf(name), description: null, capacity, current_members: members.length },
    ...{
      is_private: false,
      meeting_frequency: 'weekly' as const,
      has_rhythm: false,
      last_activity_at: null,
      group: null,
    },
    ...{ is_full: members.length >= capacity, is_member: false, is_creator: false, is_pending: false, seq: null },
    ...{ taken_out: null, ended_at: null, former_until: null },
    creator: creator ? { id: creator.id, name: creator.name } : null,
    members,
    ...pod,
  }
  const isFree = !made.is_member && !made.taken_out && !made.is_full
  return {
    ...made,
    can_join: isFree && !made.is_private,
    can_request: isFree && made.is_private && !made.is_pending,
    can_leave: made.is_member && (!made.is_creator || made.ended_at !== null),
  }
}

/** The same pod with these members. */
export const withMembers = (pod: Pod, members: PodMember[]): Pod =>
  aPod({
    ...pod,
    members,
    current_members: members.length,
    is_full: members.length >= pod.capacity,
  })

/** The pod as this member sees it after he has joined it. */
export const joinedBy = (pod: Pod, author: Author): Pod =>
  aPod({
    ...withMembers(pod, [...pod.members, aPodMember(author)]),
    ...{ is_member: true, is_pending: false, seq: pod.seq ?? 1 },
  })

/** The pod as this member sees it after he has left it. */
export const leftBy = (pod: Pod, { id }: { id: string }): Pod =>
  aPod({
    ...withMembers(
      pod,
      pod.members.filter((member) => member.id !== id),
    ),
    ...{ is_member: false, is_creator: false, seq: null },
  })

/** The pod as this member sees it after he was taken out of it. */
export const takenFrom = (pod: Pod, who: { id: string }, reason: string | null = null): Pod =>
  aPod({
    ...leftBy(pod, who),
    taken_out: { until: new Date('2030-12-25T12:00:00Z'), reason },
  })

/** These pods as a page of their list. */
export const aListOf = (items: Pod[], page = 1, pages = 1) => ({ items, page, pages })

export const aPodRequest = (pod: Pod, requester: Author = anAuthor(), message: string | null = null): PodRequest => ({
  id: anId(),
  pod: { id: pod.id, name: pod.name, slug: pod.slug, is_full: pod.is_full },
  requester,
  message,
  created_at: minutesAgo(20),
})

/** What links preload when the pointer passes over them: the feed, the pods. */
export const answersToPreloads = (): Answers => ({
  feed: { listFeed: aPage() },
  pods: { listPods: aListOf([]) },
  seekers: answersOfSeekers(),
})

/** What the page of a pod requests besides the pod, if it has no messages and no requests. */
export const answersBesidePod = (seq = 1): Answers => ({
  blocks: { listBlockedIds: { ids: [] } },
  chat: { listMessages: { items: [] as Message[], next: null, later: null, seq, read: 0 } },
  seekers: answersOfSeekers(),
})
