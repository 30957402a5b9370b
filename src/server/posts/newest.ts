/**
 * Lists of posts, newest first, as pages read from an index. Posts that the viewer may not see are not read and thrown
 * away.
 */
import { type RawBuilder, sql } from 'kysely'
import { memberships } from '../groups/groups.ts'
import type { ViewerScope } from '../members/members.ts'
import { byNobodyApart, isOpenTo, OPEN_TO_EVERYONE, OPEN_TO_NOBODY, visiblePost } from './rules.ts'

type Viewer = ViewerScope | null

/**
 * Networks whose posts are being reindexed; mostly none. It is an array because the planner assumes that an array is
 * short, and does not assume that an empty table is empty.
 */
export const REINDEXED_GROUPS = sql.raw('array(select t.group_id from group_turns t)')

/**
 * The networks whose posts the viewer may see and that are not in the partition for everyone: his private ones, and
 * those that were made public a moment ago and whose posts are still being reindexed (decision 018). Goes before
 * `newestPosts` as `with …`. If the viewer lists his own posts, removed ones are included; they are in a partition of
 * their own (decision 024).
 */
export const readableNetworks = (viewer: Viewer, isOwn = false) => {
  const isOpen = sql`(g.is_public and g.status = 'approved')`
  const turning = sql`select g.id from unnest(${REINDEXED_GROUPS}) as t (id) join groups g on g.id = t.id where ${isOpen}`
  const his = sql`select g.id from ${memberships}
    where m.user_id = ${viewer?.id} and not ${isOpen}`
  const removed = isOwn ? sql` union select ${OPEN_TO_NOBODY}` : sql``
  return sql`networks as materialized (${viewer ? sql`${his} union ${turning}${removed}` : turning})`
}

interface List {
  viewer: Viewer
  /** condition on the first columns of the index of posts `p`, before `open_to`, time and id */
  which: RawBuilder<unknown>
  /** the same within a network `n`; given only for lists of all posts by time, which use another index there */
  within?: RawBuilder<unknown>
  /** condition that a post `p` comes after the previous page */
  older: RawBuilder<unknown>
  rows: RawBuilder<unknown>
}

/**
 * Ids and times. Of each network, only posts that are not older than the oldest post of the page for everyone are read.
 */
export const newestPosts = ({ viewer, which, within = which, older, rows }: List) => sql`
  with open as materialized (
    select p.id, p.created_at from posts p
    where ${which} and p.open_to = ${OPEN_TO_EVERYONE} and ${older} and ${visiblePost(viewer)}
    order by p.created_at desc, p.id desc limit ${rows}),
  reach as materialized (
    select case when count(*) = ${rows} then min(created_at) else '-infinity' end as until from open)
  select id, created_at from (select id, created_at from open union all
    select q.id, q.created_at from networks n cross join lateral (
      select p.id, p.created_at from posts p
      where ${within} and p.open_to = n.id and (p.open_to <> ${OPEN_TO_NOBODY} or ${isOpenTo(viewer)})
        and p.created_at >= (select until from reach) and ${older} and ${byNobodyApart(viewer)}
      order by p.created_at desc, p.id desc limit ${rows}) q) c
  order by created_at desc, id desc limit ${rows}`
