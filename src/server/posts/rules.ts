/** Who may see a post, and who may change it. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Member } from '../kernel/ctx.ts'

/**
 * True when everyone may see it: only then does it count in the numbers that everyone sees. Asked for this row's
 * network: of `exists` PostgreSQL makes a list of all public networks, for each request.
 */
export const publicPost = sql<boolean>`(p.group_id is null
  or coalesce((select g.is_public and g.status = 'approved' from groups g where g.id = p.group_id), false))`

/**
 * Everyone, unless its network is private; then its members. Asked inside the query, where `p` is the alias of
 * posts. Hidden and missing posts are then the same: no row.
 */
export function visiblePost(viewer: Pick<Member, 'id'> | null): Expression<SqlBool> {
  const mine = viewer
    ? sql<boolean>`coalesce((select true from group_members m where m.group_id = p.group_id and m.user_id = ${viewer.id}), false)`
    : sql<boolean>`false`
  return sql<SqlBool>`(${publicPost} or ${mine})`
}

/** Only its author changes what he wrote (EDIT-01, EDIT-02), and only where he may still see it. */
export const mayEdit = (viewer: Member | null, written: { author_id: string | null }): boolean =>
  viewer !== null && viewer.id === written.author_id

/** The same rule as a column, for the view that shows the button; `author` is the column of the author's id. */
export const canEditColumn = (viewer: Pick<Member, 'id'> | null, author: string) =>
  sql<boolean>`coalesce(${sql.ref(author)} = ${viewer?.id ?? null}::uuid, false)`.as('can_edit')
