/** Who may see an event, who finds it in a list, and who may change it. In a query `e` is the alias of local_events. */
import { type RawBuilder, sql } from 'kysely'
import { eventFaults } from '#contract/events.ts'
import type { Fault } from '#contract/kernel.ts'
import { neitherBlocked, notBlocked, type ViewerScope } from '../members/members.ts'

export type Viewer = ViewerScope | null

/** Everybody may see it. Asked for this row's network: of `exists` PostgreSQL makes a list of all of them. */
export const publicEvent = sql<boolean>`(e.group_id is null
  or coalesce((select g.is_public and g.status = 'approved' from groups g where g.id = e.group_id), false))`

/** Everybody, or those inside of its network: `member` is one man's id, or a column of many. */
const openTo = (member: RawBuilder<unknown>) => sql<boolean>`(${publicEvent} or coalesce((
  select true from group_members inside where inside.group_id = e.group_id and inside.user_id = ${member}), false))`

/** Of many members; none of them apart from its creator (R-38). */
export const visibleTo = (members: RawBuilder<unknown>) =>
  sql<boolean>`(${openTo(members)} and ${neitherBlocked(members, sql`e.user_id`)})`

/** A hidden event and a missing one are then the same: no row. */
export const visibleEvent = (viewer: Viewer) =>
  viewer ? sql<boolean>`(${openTo(sql`${viewer.id}::uuid`)} and ${notBlocked(viewer, sql`e.user_id`)})` : publicEvent

export const attends = (viewer: Viewer) =>
  viewer
    ? sql<boolean>`coalesce((select true from event_attendees k where k.event_id = e.id and k.user_id = ${viewer.id}::uuid), false)`
    : sql<boolean>`false`

export const isCreator = (viewer: Viewer) => sql<boolean>`coalesce(e.user_id = ${viewer?.id ?? null}::uuid, false)`

/** Its network's admins stand in for one who has left it, or has no account any more. */
export const mayCancel = (viewer: Viewer) =>
  viewer
    ? sql<boolean>`(${isCreator(viewer)} or coalesce((
        select is_group_admin(g, ${viewer.id}::uuid) and not exists (
          select from group_members c where c.group_id = e.group_id and c.user_id = e.user_id)
        from groups g where g.id = e.group_id), false))`
    : sql<boolean>`false`

/** Lists show a cancelled one only to those whom it concerns. */
export const listedEvent = (viewer: Viewer) =>
  sql<boolean>`(${visibleEvent(viewer)} and (e.cancelled_at is null or ${isCreator(viewer)} or ${attends(viewer)}))`

/** An event as whoever wants to change it finds it. */
export interface Changeable {
  is_creator: boolean
  may_cancel: boolean
  is_past: boolean
  is_cancelled: boolean
}

/** Why he cannot; null: he can. */
export function whyNotEdit({ is_creator, is_past, is_cancelled }: Changeable): Fault | null {
  if (!is_creator) return eventFaults.notCreator
  if (is_cancelled) return eventFaults.cancelled
  return is_past ? eventFaults.past : null
}

/** To cancel twice is to cancel. */
export function whyNotCancel({ may_cancel, is_past, is_cancelled }: Changeable): Fault | null {
  if (!may_cancel) return eventFaults.notCreator
  return is_past && !is_cancelled ? eventFaults.past : null
}
