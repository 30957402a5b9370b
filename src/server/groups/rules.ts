/**
 * Who may do what with a network.
 *
 * - `visibleGroup`: everyone, visitors as well, sees the card and the head of every approved network, also of a private one.
 * - `maySeeInside`, `visibleInside`: everyone sees what is in a public network, only members see what is in a private one.
 * - `whyNotJoin`: a member joins a public network, unless he was taken out of it lately.
 * - `whyNotRequest`: to a private network he sends a request instead.
 * - `isAdmin`: its admins are the member who made it, and members with that role. They edit it, answer requests and take
 *   members out. Every other member gets `notAdmin`.
 * - `answerableRequest`: an admin sees and answers the requests, except those of a member who is apart from him.
 * - `removableMember`: an admin takes out members who are not admins, except a member who is apart from him.
 * - `whyNotLeave`: every member can leave at any time, except the member who made the network.
 * - administrators of the instance see and decide suggestions of new networks (suggestions.ts).
 *
 * "Apart" means that one of the two has blocked the other. The predicates are used inside a query, where `g` is the alias of
 * groups.
 */
import { type RawBuilder, sql } from 'kysely'
import { groupFaults } from '#contract/groups.ts'
import type { Fault } from '#contract/kernel.ts'
import { backSentence } from '#contract/room-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { notBlocked } from '../members/members.ts'

type GroupViewer = Pick<NonNullable<Ctx['viewer']>, 'id'> | null

export const isMember = (viewer: GroupViewer) =>
  viewer
    ? sql<boolean>`exists (select from group_members m where m.group_id = g.id and m.user_id = ${viewer.id}::uuid)`
    : sql<boolean>`false`

/** True if the thing is in a public network or in none. For a query that joins its network as `g` by a left join. */
export const inOpenGroup = sql<boolean>`(g.id is null or (g.is_public and g.status = 'approved'))`

export const visibleGroup = sql<boolean>`g.status = 'approved'`

/** The viewer's relation to a network. */
interface GroupStanding {
  is_public: boolean
  is_member: boolean
}

export const maySeeInside = ({ is_public, is_member }: GroupStanding): boolean => is_public || is_member

/** `maySeeInside` in a query. */
export const visibleInside = (viewer: GroupViewer) => sql<boolean>`(g.is_public or ${isMember(viewer)})`

interface GroupEntry {
  is_public: boolean
  /** this member was taken out and cannot come back before `until`; `now` is the time of the database */
  out: { until: Date; now: Date } | null
}

/** The member knows that he was taken out, so the answer says it. */
const whyOut = ({ out, is_public }: GroupEntry): Fault | null =>
  out && { ...groupFaults.takenOut, message: backSentence({ ...out, asks: !is_public }) }

/** Returns null if the member can join. Not called for members who are in the network already. */
export const whyNotJoin = (group: GroupEntry): Fault | null =>
  whyOut(group) ?? (group.is_public ? null : groupFaults.isPrivate)

/** Returns null if the member can send a request. */
export function whyNotRequest(group: GroupEntry & { is_member: boolean }): Fault | null {
  if (group.is_member) return groupFaults.alreadyIn
  return whyOut(group) ?? (group.is_public ? groupFaults.isPublic : null)
}

export function whyNotLeave({ is_creator, is_member }: { is_creator: boolean; is_member: boolean }): Fault | null {
  if (is_creator) return groupFaults.creatorStays
  return is_member ? null : groupFaults.notInGroup
}

export const whyNotRun = ({ is_admin }: { is_admin: boolean }): Fault | null => (is_admin ? null : groupFaults.notAdmin)

/** `requester` is the column of the member who sent the request. */
export const answerableRequest = (viewer: NonNullable<GroupViewer>, requester: RawBuilder<unknown>) =>
  sql<boolean>`${isAdmin(viewer)} and ${notBlocked(viewer, requester)}`

/** `m` is the alias of group_members. */
export const removableMember = (viewer: GroupViewer) =>
  sql<boolean>`m.role = 'member' and ${isAdmin(viewer)} and ${notBlocked(viewer, sql`m.user_id`)}`

/** True for a member with the role of an admin and for the creator. */
export const isAdmin = (viewer: GroupViewer) =>
  viewer ? sql<boolean>`is_group_admin(g, ${viewer.id}::uuid)` : sql<boolean>`false`

/** Locks the pair of this member and this network, so that joining, leaving, requests and answers run one after the other. */
export const lockMembership = (ctx: Ctx, group: string, member: string) =>
  sql`select lock_membership(${group}::uuid, ${member}::uuid)`.execute(ctx.db)
