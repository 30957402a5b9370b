/** Who stands where with a pod, and what he may do there. Pure where it can be; the columns say the same inside a query. */
import { sql } from 'kysely'
import type { Fault } from '#contract/kernel.ts'
import { podFaults } from '#contract/pods.ts'

/** A pod held by its row, and where one member stands. */
export interface Standing {
  status: string
  is_private: boolean
  capacity: number
  current_members: number
  is_member: boolean
  is_creator: boolean
}

const isFull = ({ current_members, capacity }: Pick<Standing, 'current_members' | 'capacity'>) =>
  current_members >= capacity

/** Why he cannot come in by himself; null: he can. Whoever is in already is not asked. */
export function whyNotJoin(pod: Standing): Fault | null {
  if (pod.status !== 'active') return podFaults.notActive
  if (pod.is_private) return podFaults.isPrivate
  return isFull(pod) ? podFaults.full : null
}

export function whyNotRequest(pod: Standing): Fault | null {
  if (pod.status !== 'active') return podFaults.notActive
  if (pod.is_creator) return podFaults.ownPod
  if (pod.is_member) return podFaults.isMember
  if (!pod.is_private) return podFaults.isOpen
  return isFull(pod) ? podFaults.full : null
}

export const whyNotLetIn = (pod: Standing): Fault | null => (!pod.is_member && isFull(pod) ? podFaults.full : null)

/** Where `p` is the alias of pods. */
export const isMemberColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_members m where m.pod_id = p.id and m.user_id = ${viewer}::uuid and m.is_active)`
export const isCreatorColumn = (viewer: string) => sql<boolean>`coalesce(p.creator_id = ${viewer}::uuid, false)`
export const isPendingColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_join_requests r where r.pod_id = p.id and r.requester_id = ${viewer}::uuid
    and r.status = 'pending')`
