/** What is told of a pod while somebody looks: to its members who comes and goes, to its creator who asks, to whoever asked the answer. */

import { sql } from 'kysely'
import { topicOf } from '#contract/live-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { memberTopic } from '../members/members.ts'

type Told = 'pod.joined' | 'pod.left' | 'pod.handed_over'

export const podTopic = (id: string) => topicOf('pod', id)

/** In the deed's transaction, with the pod's row held; its topic is rung after the commit. */
export async function tellPod({ db }: Ctx, pod_id: string, kind: Told, member: string): Promise<void> {
  await sql`select tell(${podTopic(pod_id)}, ${kind}, ${member}::uuid)`.execute(db)
}

/** After whatever is told to the pod: a topic of one member comes last. */
export async function tellMember(
  { db }: Ctx,
  member: string,
  kind: 'pod_request.sent' | 'pod_request.answered',
  pod_id: string,
): Promise<void> {
  await sql`select tell(${memberTopic(member)}, ${kind}, ${pod_id}::uuid)`.execute(db)
}
