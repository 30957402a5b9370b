/**
 * Who may do what with an event.
 *
 * - `visibleEvent`, `visibleTo`: everyone sees an event outside of networks or in a public network; only members see an
 *   event in a private network. Two members do not see each other's events if one has blocked the other.
 * - `listedEvent`: lists show a cancelled event only to its creator and to members who attend it.
 * - `seesAddress`: only the creator and members who attend see the address.
 * - `whyNotEdit`: the creator edits it until it is over or cancelled.
 * - `whyNotCancel`, `mayCancel`: the creator cancels it; if he has left its network or has no account any more, an admin of
 *   the network does.
 * - `mayAttend`: every member who sees it attends, until it is over or cancelled (`why_not_attend` in
 *   db/functions/events.sql, which `attend_event` asks). A member who attends can always leave.
 * - `visibleEventComment`: every member who sees the event reads and writes its comments. He does not see comments of a
 *   member if one of the two has blocked the other.
 * - `whyNotDeleteComment`: only the author deletes a comment. Administrators remove it (removing.ts).
 *
 * The predicates are used inside a query, where `e` is the alias of local_events and `k` that of event_comments.
 */
import { type RawBuilder, sql } from 'kysely'
import { eventFaults } from '#contract/events.ts'
import type { Fault } from '#contract/kernel.ts'
import { isMemberOf } from '../groups/groups.ts'
import { neitherBlocked, notBlocked, type ViewerScope } from '../members/members.ts'

export type Viewer = ViewerScope | null

/** True if everyone may see it. Asks for the row's own network: with `exists` PostgreSQL would list all public networks. */
export const publicEvent = sql<boolean>`(e.group_id is null
  or coalesce((select g.is_public and g.status = 'approved' from groups g where g.id = e.group_id), false))`

/** True for everyone, or for members of its network: `member` is the id of one member, or a column of many. */
const isOpenTo = (member: RawBuilder<unknown>) =>
  sql<boolean>`(${publicEvent} or ${isMemberOf(sql`e.group_id`, member)})`

/** As `visibleEvent`, for members whose ids are a column. */
export const visibleTo = (members: RawBuilder<unknown>) =>
  sql<boolean>`(${isOpenTo(members)} and ${neitherBlocked(members, sql`e.user_id`)})`

/** Gives no row for a hidden event, as for a missing one. */
export const visibleEvent = (viewer: Viewer) =>
  viewer ? sql<boolean>`(${isOpenTo(sql`${viewer.id}::uuid`)} and ${notBlocked(viewer, sql`e.user_id`)})` : publicEvent

export const attends = (viewer: Viewer) =>
  viewer
    ? sql<boolean>`coalesce((select true from event_attendees k where k.event_id = e.id and k.user_id = ${viewer.id}::uuid), false)`
    : sql<boolean>`false`

/** The same for every viewer who sees the event. */
export const mayAttend = sql<boolean>`why_not_attend(e) is null`

export const seesAddress = (viewer: Viewer) => sql<boolean>`${isCreator(viewer)} or ${attends(viewer)}`

export const visibleEventComment = (viewer: Viewer) =>
  sql<boolean>`${visibleEvent(viewer)} and ${notBlocked(viewer, sql`k.user_id`)}`

/** Returns null if the viewer may delete the comment. */
export const whyNotDeleteComment = ({ is_own }: { is_own: boolean }): Fault | null =>
  is_own ? null : eventFaults.notAuthor

export const isCreator = (viewer: Viewer) => sql<boolean>`coalesce(e.user_id = ${viewer?.id ?? null}::uuid, false)`

export const mayCancel = (viewer: Viewer) =>
  viewer
    ? sql<boolean>`(${isCreator(viewer)} or coalesce((
        select is_group_admin(g, ${viewer.id}::uuid) and not ${isMemberOf(sql`e.group_id`, sql`e.user_id`)}
        from groups g where g.id = e.group_id), false))`
    : sql<boolean>`false`

export const listedEvent = (viewer: Viewer) =>
  sql<boolean>`(${visibleEvent(viewer)} and (e.cancelled_at is null or ${isCreator(viewer)} or ${attends(viewer)}))`

/** The viewer's standing with an event that he wants to change. */
export interface Changeable {
  is_creator: boolean
  may_cancel: boolean
  is_past: boolean
  is_cancelled: boolean
}

/** Returns null if the viewer may edit it. */
export function whyNotEdit({ is_creator, is_past, is_cancelled }: Changeable): Fault | null {
  if (!is_creator) return eventFaults.notCreator
  if (is_cancelled) return eventFaults.cancelled
  return is_past ? eventFaults.past : null
}

/** Returns null if the viewer may cancel it. An event that is cancelled already may be cancelled again: nothing changes. */
export function whyNotCancel({ may_cancel, is_past, is_cancelled }: Changeable): Fault | null {
  if (!may_cancel) return eventFaults.notCreator
  return is_past && !is_cancelled ? eventFaults.past : null
}
