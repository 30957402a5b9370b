/** Who belongs to a network and who runs it. Asked inside the query, where `g` is the alias of groups. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'

type Viewer = Pick<NonNullable<Ctx['viewer']>, 'id'> | null

export const isMember = (viewer: Viewer) =>
  viewer
    ? sql<boolean>`exists (select from group_members m where m.group_id = g.id and m.user_id = ${viewer.id}::uuid)`
    : sql<boolean>`false`

/** Open to everyone, or in no network. For a thing whose network is joined as `g` by a left join. */
export const inOpenGroup = sql<boolean>`(g.id is null or (g.is_public and g.status = 'approved'))`

/** An admin by his role, or the one who made it (NETD-32). */
export const isAdmin = (viewer: Viewer) =>
  viewer ? sql<boolean>`is_group_admin(g, ${viewer.id}::uuid)` : sql<boolean>`false`

/** Whoever joins, leaves, asks or is answered waits here for what else happens between him and this network. */
export const holdWayIn = (ctx: Ctx, group: string, member: string) =>
  sql`select hold_way_in(${group}::uuid, ${member}::uuid)`.execute(ctx.db)
