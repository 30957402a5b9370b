/** Who may see a post, and who may change it. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Member } from '../kernel/ctx.ts'
import { notBlocked, type ViewerScope } from '../members/members.ts'

/**
 * True when everyone may see it. Asked for this row's
 * network: of `exists` PostgreSQL makes a list of all public networks, for each request.
 */
const publicPost = sql<boolean>`(p.group_id is null
  or coalesce((select g.is_public and g.status = 'approved' from groups g where g.id = p.group_id), false))`

/** Whom a post is written down for that is for everyone; one of a private network names the network instead. */
export const OPEN = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)

/** Whom a removed post is written down for. */
export const NOBODY = sql.raw(`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`)

/** True when it is in the numbers that everyone sees. Soon after a network is opened or shut it is what `publicPost` is. */
export const countedPost = sql<boolean>`(p.open_to = ${OPEN})`

type Viewer = ViewerScope | null

/** Where it is written: everyone, unless its network is private; then its members (R-06). */
const openPlace = (viewer: Viewer): Expression<SqlBool> => sql<SqlBool>`(${publicPost} or ${ofHisNetworks(viewer)})`

/** Nobody sees what was written by whom he has blocked, or who has blocked him. */
export const byNobodyApart = (viewer: Viewer, author: RawBuilder<unknown> = sql`p.author_id`) =>
  notBlocked(viewer, author)

/**
 * Where it is written, and by nobody who is apart from him (R-38). Asked inside the query, where `p` is the alias of posts,
 * or of rows that know a post's network and, by `author`, who wrote it.
 */
export const openTo = (viewer: Viewer, author?: RawBuilder<unknown>): Expression<SqlBool> =>
  sql<SqlBool>`(${openPlace(viewer)} and ${byNobodyApart(viewer, author)})`

/**
 * Nobody sees a removed one (R-38). Asked inside the query, where `p` is the alias of posts. Hidden and missing posts are
 * then the same: no row.
 */
export const visiblePost = (viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(p.removed_at is null and ${openTo(viewer)})`

/** Nobody but its author, who reads why, and whoever decides about it. */
export const readablePost = (viewer: Viewer, isAdministrator = false): Expression<SqlBool> =>
  isAdministrator
    ? openPlace(viewer)
    : sql<SqlBool>`((p.removed_at is null or ${isHis(viewer, 'p.author_id')}) and ${openTo(viewer)})`

/** The other half of it: the post is in a network of this viewer's. */
const ofHisNetworks = (viewer: Viewer) =>
  viewer
    ? sql<boolean>`coalesce((select true from group_members m where m.group_id = p.group_id and m.user_id = ${viewer.id}), false)`
    : sql<boolean>`false`

/** The same where the one who looks is a column. */
export const postVisibleTo = (
  member: RawBuilder<unknown>,
) => sql<boolean>`(p.removed_at is null and (${publicPost} or coalesce((
  select true from group_members m where m.group_id = p.group_id and m.user_id = ${member}), false)))`

const isHis = (viewer: Viewer, author: string) =>
  sql<boolean>`coalesce(${sql.ref(author)} = ${viewer?.id ?? null}::uuid, false)`

/** Only its author changes what he wrote (EDIT-01, EDIT-02), and only where he may still see it. */
export const isAuthor = (viewer: Member | null, written: { author_id: string | null }): boolean =>
  viewer !== null && viewer.id === written.author_id

/** What was removed he may delete, and no longer change. The same rule as a column, for the view that shows the button. */
export const canEditColumn = (viewer: Viewer, written: 'p' | 'k') =>
  sql<boolean>`(${isHis(viewer, `${written}.author_id`)} and ${sql.ref(`${written}.removed_at`)} is null)`.as(
    'can_edit',
  )
