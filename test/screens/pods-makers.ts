/** Pods, as the server tells of them. */
import type { Message } from '#contract/chat.ts'
import type { Author } from '#contract/members.ts'
import type { Pod, PodMember, PodRequest } from '#contract/pods.ts'
import { anAuthor, anId, aPage, minutesAgo, slugOf } from './makers.ts'
import type { Answers } from './standin.ts'

/** Somebody in a pod, as those see him who are in it. */
export const aPodMember = ({ id, username, avatar_url }: Author = anAuthor()): PodMember => ({
  id,
  username,
  name: username,
  avatar_url,
  joined_at: minutesAgo(60 * 24),
})

/** A pod and those who are in it, the first of whom made it; the viewer is outside unless it says otherwise. */
export function aPod({ members = [aPodMember()], name = 'Kettle Watch', ...pod }: Partial<Pod> = {}): Pod {
  const [creator] = members
  const capacity = pod.capacity ?? 6
  return {
    ...{ id: anId(), name, slug: slugOf(name), description: null, capacity, current_members: members.length },
    ...{ is_private: false, meeting_frequency: 'weekly', last_activity_at: null, group: null },
    ...{ is_full: members.length >= capacity, is_member: false, is_creator: false, is_pending: false, seq: null },
    taken_out: null,
    creator: creator ? { id: creator.id, name: creator.name } : null,
    members,
    ...pod,
  }
}

/** The same pod with these in it. */
export const withMembers = (pod: Pod, members: PodMember[]): Pod => ({
  ...pod,
  members,
  current_members: members.length,
  is_full: members.length >= pod.capacity,
})

/** The pod as this man sees it who came into it last. */
export const joinedBy = (pod: Pod, author: Author): Pod => ({
  ...withMembers(pod, [...pod.members, aPodMember(author)]),
  ...{ is_member: true, is_pending: false, seq: pod.seq ?? 1 },
})

/** The pod as this man sees it after he has gone. */
export const leftBy = (pod: Pod, { id }: { id: string }): Pod => ({
  ...withMembers(
    pod,
    pod.members.filter((member) => member.id !== id),
  ),
  ...{ is_member: false, is_creator: false, seq: null },
})

/** The pod as this man sees it after he was taken out of it. */
export const takenFrom = (pod: Pod, who: { id: string }, reason: string | null = null): Pod => ({
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

/** What links fetch ahead that are passed on the way: the feed, the pods. */
export const fetchedAhead = (): Answers => ({
  feed: { listFeed: aPage() },
  pods: { listPods: aListOf([]) },
})

/** What the page of a pod asks for besides the pod, where nothing was said yet and nobody wants in. */
export const besideThePod = (seq = 1): Answers => ({
  blocks: { listBlockedIds: { ids: [] } },
  chat: { listMessages: { items: [] as Message[], next: null, later: null, seq, read: 0 } },
})
