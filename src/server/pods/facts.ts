/** Facts about pods, and who is notified of them. */
import { topicOf } from '#contract/live-words.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

const podTopic = (id: string) => topicOf('pod', id)

type PodMembershipKind = 'pod.joined' | 'pod.left' | 'pod.handed_over' | 'pod.ended'

/** Notifies everyone in the pod. */
const toPod = (pod_id: string, kind: PodMembershipKind, subject: string) => ({
  topic: podTopic(pod_id),
  kind,
  subject,
})
/** Notifies one member, after the pod's topic. */
const toMember = (member: string, kind: 'pod_request.sent' | 'pod_request.answered', pod_id: string) => ({
  topic: memberTopic(member),
  kind,
  subject: pod_id,
})

export const podFacts = {
  /** The actor is the member who joins, also when the creator approves his request. */
  joined: (pod_id: string, member: string) =>
    fact({ kind: 'pod.joined', actor: member, data: { pod_id }, tells: [toPod(pod_id, 'pod.joined', member)] }),
  left: (pod_id: string, member: string) =>
    fact({ kind: 'pod.left', data: { pod_id }, tells: [toPod(pod_id, 'pod.left', member)] }),
  takenOut: (pod_id: string, user_id: string) =>
    fact({ kind: 'pod.taken_out', data: { pod_id, user_id }, tells: [toPod(pod_id, 'pod.left', user_id)] }),
  handedOver: (pod_id: string, to: string) =>
    fact({ kind: 'pod.handed_over', data: { pod_id, to }, tells: [toPod(pod_id, 'pod.handed_over', to)] }),
  /** No listener may listen any more, so all are checked again. */
  deleted: (pod_id: string, members: string[]) =>
    fact({ kind: 'pod.deleted', data: { pod_id, members }, notifies: [podTopic(pod_id)] }),
  /** Written by `end_pod`. */
  ended: (pod_id: string) => fact({ kind: 'pod.ended', data: { pod_id }, tells: [toPod(pod_id, 'pod.ended', pod_id)] }),
  /** `listener` is the creator, or null if he and the requester are blocked. */
  requestSent: (pod_id: string, request_id: string, listener: string | null) =>
    fact({
      kind: 'pod_request.sent',
      data: { pod_id, request_id },
      tells: listener ? [toMember(listener, 'pod_request.sent', pod_id)] : [],
    }),
  requestAnswered: (
    pod_id: string,
    { id, requester_id }: { id: string; requester_id: string },
    decision: 'approved' | 'rejected',
  ) =>
    fact({
      kind: 'pod_request.answered',
      data: { pod_id, request_id: id, decision },
      tells: [toMember(requester_id, 'pod_request.answered', pod_id)],
    }),
}

/** The SQL statement of `createPod` writes `pod.created`. */
export type PodFact = KindsOf<typeof podFacts> | 'pod.created'
