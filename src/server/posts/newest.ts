/** Lists of posts, newest first, as pages of an index: what a viewer may not see is not read to be thrown away. */
import { type RawBuilder, sql } from 'kysely'
import { memberships } from '../groups/groups.ts'
import type { ViewerScope } from '../members/members.ts'
import { byNobodyApart, NOBODY, OPEN, openTo, visiblePost } from './rules.ts'

type Viewer = ViewerScope | null

/** Mostly none. As an array, which the planner takes to be short; of an empty table it thinks that it is not. */
export const TURNING = sql.raw('array(select t.group_id from group_turns t)')

/**
 * Networks whose posts the viewer may see, although they are not among those for everyone; to stand before `newestPosts`
 * as `with …`: his private ones, and those that were opened a moment ago, whose posts are on their way (decision 018). Of
 * his own posts also those that were removed, which stand at a place of their own (decision 024).
 */
export const withNetworks = (viewer: Viewer, isOwn = false) => {
  const isOpen = sql`(g.is_public and g.status = 'approved')`
  const turning = sql`select g.id from unnest(${TURNING}) as t (id) join groups g on g.id = t.id where ${isOpen}`
  const his = sql`select g.id from ${memberships}
    where m.user_id = ${viewer?.id} and not ${isOpen}`
  const removed = isOwn ? sql` union select ${NOBODY}` : sql``
  return sql`networks as materialized (${viewer ? sql`${his} union ${turning}${removed}` : turning})`
}

interface List {
  viewer: Viewer
  /** what an index of posts `p` begins with, before it goes on with `open_to`, time and id */
  which: RawBuilder<unknown>
  /** the same within a network `n`: only for lists of all posts by time another index than `which` has its own */
  within?: RawBuilder<unknown>
  /** behind which post `p` the page begins */
  older: RawBuilder<unknown>
  rows: RawBuilder<unknown>
}

/** Ids and times. Of each network only what is not older than the page of posts for everyone reaches. */
export const newestPosts = ({ viewer, which, within = which, older, rows }: List) => sql`
  with open as materialized (
    select p.id, p.created_at from posts p
    where ${which} and p.open_to = ${OPEN} and ${older} and ${visiblePost(viewer)}
    order by p.created_at desc, p.id desc limit ${rows}),
  reach as materialized (
    select case when count(*) = ${rows} then min(created_at) else '-infinity' end as until from open)
  select id, created_at from (select id, created_at from open union all
    select q.id, q.created_at from networks n cross join lateral (
      select p.id, p.created_at from posts p
      where ${within} and p.open_to = n.id and (p.open_to <> ${NOBODY} or ${openTo(viewer)})
        and p.created_at >= (select until from reach) and ${older} and ${byNobodyApart(viewer)}
      order by p.created_at desc, p.id desc limit ${rows}) q) c
  order by created_at desc, id desc limit ${rows}`
