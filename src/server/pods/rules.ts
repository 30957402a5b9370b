/** Who stands where with a pod, and what he may do there. Pure where it can be; the columns say the same inside a query. */
import { sql } from 'kysely'
import type { Fault } from '#contract/kernel.ts'
import { podFaults } from '#contract/pods.ts'
import { backSentence } from '#contract/room-words.ts'
import { notBlocked } from '../members/members.ts'

/** A pod held by its row, and where one member stands. */
export interface Standing {
  status: string
  is_private: boolean
  capacity: number
  current_members: number
  is_member: boolean
  is_creator: boolean
  /** one who is in it is apart from him */
  meets_apart: boolean
  /** he was taken out, and cannot come back before then */
  out_until: Date | null
  /** the database's */
  now: Date
}

/** For him: where he would meet a man apart from him there is no seat (docs/decisions/022). Of a member it is not asked. */
const isFull = ({ current_members, capacity, meets_apart }: Standing) => meets_apart || current_members >= capacity

/** He knows that he was taken out, so it is said. */
const whyOut = ({ out_until, now, is_private }: Standing): Fault | null =>
  out_until && { ...podFaults.takenOut, message: backSentence({ until: out_until, now, asks: is_private }) }

/** Why he cannot come in by himself; null: he can. Whoever is in already is not asked. */
export function whyNotJoin(pod: Standing): Fault | null {
  if (pod.status !== 'active') return podFaults.notActive
  if (pod.out_until) return whyOut(pod)
  if (pod.is_private) return podFaults.isPrivate
  return isFull(pod) ? podFaults.full : null
}

export function whyNotRequest(pod: Standing): Fault | null {
  if (pod.status !== 'active') return podFaults.notActive
  if (pod.is_creator) return podFaults.ownPod
  if (pod.is_member) return podFaults.isMember
  if (pod.out_until) return whyOut(pod)
  if (!pod.is_private) return podFaults.isOpen
  return isFull(pod) ? podFaults.full : null
}

export const whyNotLetIn = (pod: Standing): Fault | null => (!pod.is_member && isFull(pod) ? podFaults.full : null)

/** Whoever is to be taken out is not asked here: to all but the creator it makes no difference. */
export function whyNotTakeOut(pod: Standing, who: { isHimself: boolean }): Fault | null {
  if (pod.status !== 'active') return podFaults.notFound
  if (!pod.is_creator) return podFaults.notHisToTakeOut
  return who.isHimself ? podFaults.creatorStays : null
}

/** Where `p` is the alias of pods. */
export const isMemberColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_members m where m.pod_id = p.id and m.user_id = ${viewer}::uuid and m.is_active)`
/** Somebody who is in it is apart from him. */
export const meetsApartColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_members k where k.pod_id = p.id and k.is_active and k.user_id <> ${viewer}::uuid
    and not ${notBlocked({ id: viewer }, sql`k.user_id`)})`
/** Whether there is a seat for him. */
export const isFullColumn = (viewer: string) =>
  sql<boolean>`(p.current_members >= p.capacity or (not ${isMemberColumn(viewer)} and ${meetsApartColumn(viewer)}))`
/** Until when he cannot come back, where he was taken out. */
export const outUntilColumn = (viewer: string) => sql<Date | null>`(select x.until from pod_exclusions x
  where x.pod_id = p.id and x.user_id = ${viewer}::uuid and x.until > now())`
export const outReasonColumn = (viewer: string) => sql<string | null>`(select x.reason from pod_exclusions x
  where x.pod_id = p.id and x.user_id = ${viewer}::uuid and x.until > now())`
export const isCreatorColumn = (viewer: string) => sql<boolean>`coalesce(p.creator_id = ${viewer}::uuid, false)`
export const isPendingColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_join_requests r where r.pod_id = p.id and r.requester_id = ${viewer}::uuid
    and r.status = 'pending')`
