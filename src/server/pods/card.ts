/** The columns of a pod's card and of the viewer's standing, and the card made from such a row. */
import { sql } from 'kysely'
import type { PodCard } from '#contract/pods.ts'
import type { MeetingFrequency } from '#contract/words.ts'
import { dateOf } from '../kernel/page.ts'
import { columnsOf } from './columns.ts'
import {
  isPendingColumn,
  type MemberStanding,
  maySeeInside,
  outReasonColumn,
  type Standing,
  standingColumns,
  whyNotJoin,
  whyNotLeave,
  whyNotRequest,
} from './rules.ts'

interface PodColumns extends Omit<Standing, keyof MemberStanding> {
  id: string
  name: string
  slug: string
  description: string | null
  capacity: number
  current_members: number
  meeting_frequency: MeetingFrequency | null
  has_rhythm: boolean
  active: number
  ended: number | null
  group_id: string | null
  group_name: string | null
  group_slug: string | null
}

interface OwnColumns {
  is_pending: boolean
  out_reason: string | null
}

export type CardRow = PodColumns & MemberStanding & OwnColumns

/** `p` is the alias of pods and `g` that of the pod's network, if it has one. */
export const CARD = columnsOf<PodColumns>({
  id: sql`p.id`,
  name: sql`p.name`,
  slug: sql`p.slug`,
  description: sql`p.description`,
  capacity: sql`p.capacity`,
  current_members: sql`p.current_members`,
  is_private: sql`p.is_private`,
  status: sql`p.status`,
  meeting_frequency: sql`p.meeting_frequency`,
  has_rhythm: sql`has_rhythm(p.id)`,
  active: sql`date_part('epoch', p.last_activity_at) * 1000`,
  ended: sql`case when p.status = 'ended' then date_part('epoch', p.ended_at) * 1000 end`,
  group_id: sql`g.id`,
  group_name: sql`g.name`,
  group_slug: sql`g.slug`,
})

/** The viewer's standing (rules.ts) and what else only he is told. */
export const STANDING = (viewer: string) =>
  sql`${standingColumns(viewer)}, ${columnsOf<OwnColumns>({
    is_pending: isPendingColumn(viewer),
    out_reason: outReasonColumn(viewer),
  })}`

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
  has_rhythm: row.has_rhythm,
  last_activity_at: maySeeInside(row) ? dateOf(row.active) : null,
  ended_at: row.ended === null ? null : dateOf(row.ended),
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
