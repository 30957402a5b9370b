/**
 * Who may do what with a post.
 *
 * - `visiblePost`: a post outside of networks, or in a public network, is seen by everyone; a post in a private network by
 *   its members. A removed post is seen by nobody. Two members who are apart do not see each other's posts.
 * - `readablePost`: as `visiblePost`, but the author of a removed post can open it and reads why; so can an administrator.
 * - `whyNotPostIn`: a member writes into a network that he belongs to; a private network of others does not exist for him.
 * - who writes below a post (comments, votes): every member who sees it; `lock_writable_post` in db/functions/posts.sql checks that and
 *   keeps it true until the transaction ends.
 * - `whyNotEdit`, `canEditColumn`: only the author edits a post or a comment, and only while it is not removed.
 * - `whyNotDelete`, `canDeleteColumn`: only the author deletes it, also after it was removed. Administrators remove and restore it (removing.ts).
 * - `countedPost`: a post counts in public numbers while everyone can see it.
 *
 * "Apart" means that one of the two has blocked the other. The predicates are asked inside a query, where `p` is the alias of
 * posts, so that a hidden post and a missing one are the same: no row.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Fault } from '#contract/kernel.ts'
import { postFaults } from '#contract/posts.ts'
import { isMemberOf } from '../groups/groups.ts'
import type { Principal } from '../kernel/principal.ts'
import { notBlocked, type ViewerScope } from '../members/members.ts'

/**
 * True if everyone may see the network of the post, or it has none. A subquery on this row's network: with `exists`
 * PostgreSQL would list all public networks for each request.
 */
const publicPost = sql<boolean>`(p.group_id is null
  or coalesce((select g.is_public and g.status = 'approved' from groups g where g.id = p.group_id), false))`

/** `open_to` of a post that is for everyone. A post in a private network has the id of the network there. */
export const OPEN_TO_EVERYONE = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)

/** `open_to` of a removed post. */
export const OPEN_TO_NOBODY = sql.raw(`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`)

/**
 * `publicPost` by the partition. The two differ for a short time after a network is made public or private, because a
 * job updates the rows.
 */
export const countedPost = sql<boolean>`(p.open_to = ${OPEN_TO_EVERYONE})`

type Viewer = ViewerScope | null

/** The post is for everyone, or in a network of the viewer. */
const openPlace = (viewer: Viewer): Expression<SqlBool> => sql<SqlBool>`(${publicPost} or ${ofHisNetworks(viewer)})`

/** The viewer and the author are not apart. */
export const byNobodyApart = (viewer: Viewer, author: RawBuilder<unknown> = sql`p.author_id`) =>
  notBlocked(viewer, author)

/**
 * The rule of `visiblePost`, also for rows of another table with a post's network and its author in `author`, and for
 * removed posts.
 */
export const isOpenTo = (viewer: Viewer, author?: RawBuilder<unknown>): Expression<SqlBool> =>
  sql<SqlBool>`(${openPlace(viewer)} and ${byNobodyApart(viewer, author)})`

export const visiblePost = (viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(p.removed_at is null and ${isOpenTo(viewer)})`

export const readablePost = (viewer: Viewer, isAdministrator = false): Expression<SqlBool> =>
  isAdministrator
    ? openPlace(viewer)
    : sql<SqlBool>`((p.removed_at is null or ${isHis(viewer, 'p.author_id')}) and ${isOpenTo(viewer)})`

const ofHisNetworks = (viewer: Viewer) =>
  viewer ? isMemberOf(sql`p.group_id`, sql`${viewer.id}`) : sql<boolean>`false`

/** As `visiblePost` for a member whose id is a column, but does not check whether he and the author are apart. */
export const postVisibleTo = (member: RawBuilder<unknown>) =>
  sql<boolean>`(p.removed_at is null and (${publicPost} or ${isMemberOf(sql`p.group_id`, member)}))`

/** Returns null if the viewer may write into this network. `group` is undefined if the network does not exist. */
export function whyNotPostIn(group: { is_public: boolean; is_mine: boolean } | undefined): Fault | null {
  if (!group || (!group.is_public && !group.is_mine)) return postFaults.groupNotFound
  return group.is_mine ? null : postFaults.notInGroup
}

/** A post or a comment. */
interface Written {
  author_id: string | null
  is_removed: boolean
}

const isAuthor = (viewer: Pick<Principal, 'id'> | null, written: Written): boolean =>
  viewer !== null && viewer.id === written.author_id

/** Returns null if the viewer may edit it. */
export function whyNotEdit(viewer: Pick<Principal, 'id'> | null, written: Written, faults: Faults): Fault | null {
  if (!isAuthor(viewer, written)) return faults.notAuthor
  return written.is_removed ? faults.removed : null
}

/** Returns null if the viewer may delete it. */
export const whyNotDelete = (viewer: Pick<Principal, 'id'> | null, written: Written, faults: Faults): Fault | null =>
  isAuthor(viewer, written) ? null : faults.notAuthor

interface Faults {
  notAuthor: Fault
  removed: Fault
}

const isHis = (viewer: Viewer, author: string) =>
  sql<boolean>`coalesce(${sql.ref(author)} = ${viewer?.id ?? null}::uuid, false)`

/**
 * `whyNotEdit` as a column of posts (`p`) or comments (`k`): whether the view offers to edit it. A comment below a removed
 * post has the post's `open_to`: the post's author and administrators still read it, but nobody can edit it.
 */
export const canEditColumn = (viewer: Viewer, written: 'p' | 'k') =>
  sql<boolean>`(${isHis(viewer, `${written}.author_id`)} and ${sql.ref(`${written}.removed_at`)} is null
    and ${sql.ref(`${written}.open_to`)} <> ${OPEN_TO_NOBODY})`.as('can_edit')

/** `whyNotDelete` as a column of posts. */
export const canDeleteColumn = (viewer: Viewer) => isHis(viewer, 'p.author_id').as('can_delete')
