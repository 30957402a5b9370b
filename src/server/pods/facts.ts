/** What happens in pods, and who hears of it at once. */
import { topicOf } from '#contract/live-words.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'
import { memberTopic } from '../members/members.ts'

const podTopic = (id: string) => topicOf('pod', id)

type Told = 'pod.joined' | 'pod.left' | 'pod.handed_over'

/** To all who are in the pod. */
const told = (pod_id: string, kind: Told, member: string) => ({ topic: podTopic(pod_id), kind, subject: member })
/** To one member. It comes after what is told to the pod. */
const toldMember = (member: string, kind: 'pod_request.sent' | 'pod_request.answered', pod_id: string) => ({
  topic: memberTopic(member),
  kind,
  subject: pod_id,
})

export const podFacts = {
  /** Its actor is the member who comes in, also when its creator lets him in. */
  joined: (pod_id: string, member: string) =>
    fact({ kind: 'pod.joined', actor: member, data: { pod_id }, tells: [told(pod_id, 'pod.joined', member)] }),
  left: (pod_id: string, member: string) =>
    fact({ kind: 'pod.left', data: { pod_id }, tells: [told(pod_id, 'pod.left', member)] }),
  takenOut: (pod_id: string, user_id: string) =>
    fact({ kind: 'pod.taken_out', data: { pod_id, user_id }, tells: [told(pod_id, 'pod.left', user_id)] }),
  handedOver: (pod_id: string, to: string) =>
    fact({ kind: 'pod.handed_over', data: { pod_id, to }, tells: [told(pod_id, 'pod.handed_over', to)] }),
  /** Nobody may listen any more: they are asked again. */
  deleted: (pod_id: string, members: string[]) =>
    fact({ kind: 'pod.deleted', data: { pod_id, members }, rings: [podTopic(pod_id)] }),
  /** `listener`: its creator, unless he is apart from the one who asks. */
  requestSent: (pod_id: string, request_id: string, listener: string | null) =>
    fact({
      kind: 'pod_request.sent',
      data: { pod_id, request_id },
      tells: listener ? [toldMember(listener, 'pod_request.sent', pod_id)] : [],
    }),
  requestAnswered: (
    pod_id: string,
    { id, requester_id }: { id: string; requester_id: string },
    decision: 'approved' | 'rejected',
  ) =>
    fact({
      kind: 'pod_request.answered',
      data: { pod_id, request_id: id, decision },
      tells: [toldMember(requester_id, 'pod_request.answered', pod_id)],
    }),
}

/** The statement of `createPod` writes `pod.created` itself. */
export type PodFact = KindsOf<typeof podFacts> | 'pod.created'
