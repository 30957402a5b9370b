/** Who may see a post: everyone, unless its network is private; then its members. Asked inside the query. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Member } from '../kernel/ctx.ts'

/** `p` is the alias of posts in the query. Hidden and missing posts are then the same: no row. */
export function visiblePost(viewer: Member | null): Expression<SqlBool> {
  const mine = viewer
    ? sql<boolean>`exists (select from group_members m where m.group_id = p.group_id and m.user_id = ${viewer.id})`
    : sql<boolean>`false`
  return sql<SqlBool>`(p.group_id is null
    or exists (select from groups g where g.id = p.group_id and g.is_public and g.status = 'approved') or ${mine})`
}
