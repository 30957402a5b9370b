/**
 * Who may do what with a pod. Visitors see no pods; a deleted pod exists for nobody.
 *
 * - `openPod`, `visiblePod`: every member sees the card of every active pod, also of a private or a full one. A pod that has
 *   ended exists for its members alone (`livesForMembers`): they read it and leave it, and nobody deletes it for the
 *   others. For everyone else it is as a deleted one.
 * - `maySeeMembers`, `memberSeenInPod`: its members see all its members. Others see names and pictures while there is a seat
 *   for them, except of members from whom they are apart.
 * - `maySeeInside`: only its members see usernames, dates, the moment of its last activity, and `seq`, the number from which
 *   a tab subscribes to its topic. chat/rules.ts decides who hears the topic and who reads the messages.
 * - `whyNotJoin`, `joinablePod`: a member joins a public pod that has a seat for him, unless he was taken out of it. If the pod has
 *   rounds and the first one has closed, he is on trial for two rounds (`begins_trial` in the database). A pod that has
 *   decided to go on without new men is full for everyone outside, also if one of its men leaves (`takes_no_men`).
 * - `whyNotRequest`: to a private pod he sends a request instead.
 * - `answerableRequest`, `whyNotLetIn`: the creator sees and answers the requests, if there is a seat. In a pod with rounds a
 *   request that has waited for three days is also seen and answered by the member who joined first after him, after six days
 *   by the second one, and so on: nothing waits for one person. It does not depend on what the creator does, so that nobody
 *   learns from it that he is quiet or on a pause.
 * - `whyNotLeave`: every member can leave at any time; the creator deletes the pod or hands it over, and leaves one that has
 *   ended.
 * - `formerUntilColumn`: a man whose membership ended because nothing was heard of him reads and downloads for ninety days what was
 *   said until then (`reads_until` in the database). He is no member: he sees the card as anyone outside does, also of a pod that
 *   has ended since, hears nothing, and writes nothing.
 * - `whyNotDelete`, `whyNotHandOver`, `whyNotTakeOut`: only the creator.
 *
 * "Apart" means that one of the two has blocked the other. A pod is full for a member if it contains a member from whom he is
 * apart (docs/decisions/022); he must not find out why it is full.
 *
 * Functions of a `Standing` are pure. The predicates are used inside a query, where `p` is the alias of pods.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Fault } from '#contract/kernel.ts'
import { podFaults } from '#contract/pods.ts'
import { backSentence } from '#contract/room-words.ts'
import { notBlocked } from '../members/members.ts'
import { columnsOf } from './columns.ts'

/** A pod and the standing of one member, read from a locked row (`lockPod`) or for a card (`CARD`). */
export interface Standing {
  status: string
  is_private: boolean
  /** no seat for this member (`isFullColumn`) */
  is_full: boolean
  is_member: boolean
  is_creator: boolean
  /** this member was taken out, and cannot come back before this time */
  out_until: Date | null
  /** the time of the database */
  now: Date
}

/** The part of a `Standing` that depends on the member. The rest is the row of the pod. */
export type MemberStanding = Omit<Standing, 'status' | 'is_private'>

/** The columns of a `MemberStanding`, where `p` is the alias of pods. */
export const standingColumns = (member: string) =>
  columnsOf<MemberStanding>({
    is_member: isMemberColumn(member),
    is_creator: isCreatorColumn(member),
    is_full: isFullColumn(member),
    out_until: outUntilColumn(member),
    now: sql`now()`,
  })

/** The member knows that he was taken out, so the answer says it. */
const whyOut = ({ out_until, now, is_private }: Standing): Fault | null =>
  out_until && { ...podFaults.takenOut, message: backSentence({ until: out_until, now, asks: is_private }) }

/** In a query: true if every member sees the card of the pod. */
export const openPod = sql<boolean>`p.status = 'active'`
/** In a query: true if the members of the pod see it. */
export const livesForMembers = sql<boolean>`p.status in ('active', 'ended')`
/** In a query: true if the viewer sees the card of the pod. */
export const visiblePod = (viewer: string) =>
  sql<boolean>`(${livesForMembers} and (${openPod} or ${isMemberColumn(viewer)} or ${formerUntilColumn(viewer)} is not null))`

export const maySeeMembers = ({
  status,
  is_member,
  is_full,
}: Pick<Standing, 'status' | 'is_member' | 'is_full'>): boolean => is_member || (status === 'active' && !is_full)

/** In a query: true if the viewer sees that `who` is in the pod. */
export const memberSeenInPod = (viewer: string, who: RawBuilder<unknown>) =>
  sql<boolean>`(${isMemberColumn(viewer)}
    or (${openPod} and not ${isFullColumn(viewer)} and ${notBlocked({ id: viewer }, who)}))`

export const maySeeInside = ({ is_member }: { is_member: boolean }): boolean => is_member

/** Returns null if the member can join. Not called for members who are in the pod already. */
export function whyNotJoin(pod: Standing): Fault | null {
  if (pod.status !== 'active') return podFaults.notActive
  if (pod.out_until) return whyOut(pod)
  if (pod.is_private) return podFaults.isPrivate
  return pod.is_full ? podFaults.full : null
}

/** In a query: true if `whyNotJoin` returns null for this member. */
export const joinablePod = (viewer: string) =>
  sql<boolean>`(${openPod} and not p.is_private and not ${isFullColumn(viewer)} and ${outUntilColumn(viewer)} is null)`

export function whyNotRequest(pod: Standing): Fault | null {
  if (pod.status !== 'active') return podFaults.notActive
  if (pod.is_creator) return podFaults.ownPod
  if (pod.is_member) return podFaults.isMember
  if (pod.out_until) return whyOut(pod)
  if (!pod.is_private) return podFaults.isOpen
  return pod.is_full ? podFaults.full : null
}

export const whyNotLetIn = (pod: Standing): Fault | null => (!pod.is_member && pod.is_full ? podFaults.full : null)

/**
 * In a query, where `r` is the alias of pod_join_requests: true if this member sees the request of `requester` and may answer
 * it. The list of pods comes first, so that the requests of all other pods are not read.
 */
export const answerableRequest = (viewer: string, requester: RawBuilder<unknown>) =>
  sql<boolean>`p.id in (select o.id from pods o where o.creator_id = ${viewer}::uuid
      union all select m.pod_id from pod_members m where m.user_id = ${viewer}::uuid and m.is_active)
    and (p.creator_id = ${viewer}::uuid or r.created_at <= now() - waits_for_creator(p.id, ${viewer}::uuid))
    and p.status = 'active' and ${notBlocked({ id: viewer }, requester)}`

export function whyNotLeave(pod: Pick<Standing, 'status' | 'is_creator' | 'is_member'>): Fault | null {
  if (pod.status === 'active' && pod.is_creator) return podFaults.creatorStays
  return pod.is_member ? null : podFaults.notMember
}

export function whyNotDelete(pod: Pick<Standing, 'status' | 'is_creator' | 'is_member'> | null): Fault | null {
  // what was said there is each member's to read and to download
  if (pod?.status === 'ended' && pod.is_member) return podFaults.notActive
  if (pod?.status !== 'active') return podFaults.notFound
  return pod.is_creator ? null : podFaults.notHisToDelete
}

export function whyNotHandOver(pod: Pick<Standing, 'status' | 'is_creator'>): Fault | null {
  if (pod.status !== 'active') return podFaults.notFound
  return pod.is_creator ? null : podFaults.notCreator
}

/** Does not depend on the member who is to be taken out: the answer must not show others who is in the pod. */
export function whyNotTakeOut(pod: Standing, who: { isHimself: boolean }): Fault | null {
  if (pod.status !== 'active') return podFaults.notFound
  if (!pod.is_creator) return podFaults.notHisToTakeOut
  return who.isHimself ? podFaults.creatorStays : null
}

/** Where `p` is the alias of pods. */
export const isMemberColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_members m where m.pod_id = p.id and m.user_id = ${viewer}::uuid and m.is_active)`
/** True if a member of the pod is apart from the viewer. */
const meetsApartColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_members k where k.pod_id = p.id and k.is_active and k.user_id <> ${viewer}::uuid
    and not ${notBlocked({ id: viewer }, sql`k.user_id`)})`
/** True if there is no seat for anyone outside. */
export const isClosedColumn = sql<boolean>`(p.current_members >= p.capacity or p.takes_no_men)`
/** True if there is no seat for the viewer. Its members see the seats of a pod that takes no new men. */
export const isFullColumn = (viewer: string) =>
  sql<boolean>`(p.current_members >= p.capacity
    or (not ${isMemberColumn(viewer)} and (p.takes_no_men or ${meetsApartColumn(viewer)})))`
/** The time until which the viewer reads what was said while he was in the pod; null for everyone else. */
export const formerUntilColumn = (viewer: string) => sql<Date | null>`reads_until(p.id, ${viewer}::uuid, '-infinity')`
/** The time until which the viewer cannot come back, if he was taken out. */
export const outUntilColumn = (viewer: string) => sql<Date | null>`(select x.until from pod_exclusions x
  where x.pod_id = p.id and x.user_id = ${viewer}::uuid and x.until > now())`
export const outReasonColumn = (viewer: string) => sql<string | null>`(select x.reason from pod_exclusions x
  where x.pod_id = p.id and x.user_id = ${viewer}::uuid and x.until > now())`
export const isCreatorColumn = (viewer: string) => sql<boolean>`coalesce(p.creator_id = ${viewer}::uuid, false)`
export const isPendingColumn = (viewer: string) =>
  sql<boolean>`exists (select from pod_join_requests r where r.pod_id = p.id and r.requester_id = ${viewer}::uuid
    and r.status = 'pending')`
