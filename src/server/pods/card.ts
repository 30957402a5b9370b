/** The columns of a pod's card and of the viewer's standing, and the card made from such a row. */
import { sql } from 'kysely'
import type { PodCard } from '#contract/pods.ts'
import type { MeetingFrequency } from '#contract/words.ts'
import { dateOf } from '../kernel/page.ts'
import {
  isCreatorColumn,
  isFullColumn,
  isMemberColumn,
  isPendingColumn,
  maySeeInside,
  outReasonColumn,
  outUntilColumn,
  type Standing,
  whyNotJoin,
  whyNotLeave,
  whyNotRequest,
} from './rules.ts'

export interface CardRow extends Standing {
  id: string
  name: string
  slug: string
  description: string | null
  capacity: number
  current_members: number
  meeting_frequency: MeetingFrequency | null
  active: number
  group_id: string | null
  group_name: string | null
  group_slug: string | null
  is_pending: boolean
  out_reason: string | null
}

/** `p` is the alias of pods and `g` that of the pod's network, if it has one. */
export const CARD = sql`p.id, p.name, p.slug, p.description, p.capacity, p.current_members, p.is_private, p.status,
  p.meeting_frequency, date_part('epoch', p.last_activity_at) * 1000 as active,
  g.id as group_id, g.name as group_name, g.slug as group_slug`

export const STANDING = (viewer: string) => sql`${isMemberColumn(viewer)} as is_member,
  ${isCreatorColumn(viewer)} as is_creator, ${isPendingColumn(viewer)} as is_pending, ${isFullColumn(viewer)} as is_full,
  ${outUntilColumn(viewer)} as out_until, ${outReasonColumn(viewer)} as out_reason, now() as now`

export const cardOf = (row: CardRow): PodCard => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  capacity: row.capacity,
  // a pod that is full only for this viewer looks like any full pod
  current_members: row.is_full ? row.capacity : row.current_members,
  is_private: row.is_private,
  meeting_frequency: row.meeting_frequency,
  last_activity_at: maySeeInside(row) ? dateOf(row.active) : null,
  group: row.group_id === null ? null : { id: row.group_id, name: row.group_name!, slug: row.group_slug! },
  is_full: row.is_full,
  is_member: row.is_member,
  is_creator: row.is_creator,
  is_pending: row.is_pending,
  can_join: !row.is_member && whyNotJoin(row) === null,
  can_request: !row.is_pending && whyNotRequest(row) === null,
  can_leave: whyNotLeave(row) === null,
  taken_out: row.out_until && { until: row.out_until, reason: row.out_reason },
})
