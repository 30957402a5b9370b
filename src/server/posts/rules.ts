/** Who may see a post, and who may change it. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Member } from '../kernel/ctx.ts'

/**
 * Everyone, unless its network is private; then its members. Asked inside the query, where `p` is the alias of
 * posts. Hidden and missing posts are then the same: no row.
 */
export function visiblePost(viewer: Member | null): Expression<SqlBool> {
  const mine = viewer
    ? sql<boolean>`exists (select from group_members m where m.group_id = p.group_id and m.user_id = ${viewer.id})`
    : sql<boolean>`false`
  return sql<SqlBool>`(p.group_id is null
    or exists (select from groups g where g.id = p.group_id and g.is_public and g.status = 'approved') or ${mine})`
}

/** True when everyone may see it: only then does it count in the numbers that everyone sees. */
export const publicPost = sql<boolean>`(p.group_id is null
  or exists (select from groups g where g.id = p.group_id and g.is_public and g.status = 'approved'))`

/** Only its author changes what he wrote (EDIT-01, EDIT-02), and only where he may still see it. */
export const mayEdit = (viewer: Member | null, written: { author_id: string | null }): boolean =>
  viewer !== null && viewer.id === written.author_id

/** The same rule as a column, for the view that shows the button; `author` is the column of the author's id. */
export const canEditColumn = (viewer: Member | null, author: string) =>
  sql<boolean>`coalesce(${sql.ref(author)} = ${viewer?.id ?? null}::uuid, false)`.as('can_edit')
