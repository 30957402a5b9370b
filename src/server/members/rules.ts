/**
 * Who sees which member, and who administers the place.
 *
 * - `visibleMember`: everyone sees the profile of every member, except of a member from whom he is apart. A sign-up that was
 *   never verified is no member yet (`isVerified`).
 * - `notBlocked`, `neitherBlocked`: two members are apart if one of them has blocked the other. They do not see each other's
 *   profile, posts, comments or events (docs/decisions/022); in a pod or network that both are in they read each other.
 * - `isAdministratorColumn`: administrators are members with `is_admin`, and verified addresses of ADMIN_EMAILS. A suspended
 *   member is none. A member cannot hide from an administrator by blocking him (`ViewerScope.administrators`).
 * - who edits a profile or its settings: the member himself; each operation writes the viewer's own row.
 *
 * The predicates are asked inside a query.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** The viewer of a query. */
export interface ViewerScope {
  id: string
  /**
   * The addresses of ADMIN_EMAILS. Given where a page is read that a report can lead to: then an administrator sees
   * also the things of members who have blocked him, but not of members whom he has blocked himself.
   */
  administrators?: string[]
}

/**
 * True if neither member has blocked the other. `other` is the column of an author, null if his account is deleted.
 * Each row costs two index lookups, so that a page is read through its own index; for a viewer without any blocks the
 * check runs once for all rows. Visitors see everything public.
 */
export const notBlocked = (viewer: ViewerScope | null, other: RawBuilder<unknown> = sql`a.id`) =>
  viewer
    ? sql<boolean>`(${isAlone(viewer.id)} or ${neitherBlocked(sql`${viewer.id}::uuid`, other)}${seesHim(viewer, other)})`
    : sql<boolean>`true`

/** True for `npm run admin` or a verified address of ADMIN_EMAILS. `s` is profiles_private and `u` the account. */
export const isAdministratorColumn = (adminEmails: string[]) =>
  sql<boolean>`((s.is_admin or (u."emailVerified" and u.email = any(${adminEmails}::text[]))) and s.suspended_at is null)`

/** True if the account was verified or signed in to. `s` is profiles_private and `u` the account. */
export const isVerified = sql<boolean>`(u."emailVerified" or s.signed_in_at is not null)`

/** In a query where `p` is profiles. */
export const isThere = sql<boolean>`exists (select from "user" u join profiles_private s on s.id = u.id
  where u.id = p.id and ${isVerified})`

/** In a query where `p` is profiles. */
export const visibleMember = (viewer: ViewerScope | null) =>
  sql<boolean>`(${isThere} and ${notBlocked(viewer, sql`p.id`)})`

/** PostgreSQL evaluates the viewer's role once, and only if a block would hide something. */
const seesHim = ({ id, administrators }: ViewerScope, other: RawBuilder<unknown>) =>
  administrators
    ? sql` or (coalesce((select ${isAdministratorColumn(administrators)} from profiles_private s join "user" u on u.id = s.id
        where s.id = ${id}::uuid), false)
      and coalesce((select false from blocks b where b.blocker_id = ${id}::uuid and b.blocked_id = ${other}), true))`
    : sql``

const isAlone = (viewer: string) => sql`(select not exists (select from blocks b where b.blocker_id = ${viewer}::uuid)
  and not exists (select from blocks b where b.blocked_id = ${viewer}::uuid))`

/**
 * True unless one of two columns has blocked the other. With `exists` PostgreSQL would hash all blocks for each
 * request.
 */
export const neitherBlocked = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`(
  coalesce((select false from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other}), true)
  and coalesce((select false from blocks b where b.blocker_id = ${other} and b.blocked_id = ${one}), true))`

/** True if the first of two columns has blocked the second one. */
export const hasBlocked = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select true from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other}), false)`

/** Returns each member who has blocked this member or whom he has blocked, once. */
export const allApartFrom = (member: string) => sql`(
  select b.blocked_id as id from blocks b where b.blocker_id = ${member}::uuid
  union select b.blocker_id from blocks b where b.blocked_id = ${member}::uuid)`

/** Returns, by author, which of these readers have blocked him; authors without any are left out. */
export async function blockersOf(
  db: Kysely<DB>,
  authors: string[],
  readers: string[],
): Promise<Map<string, Set<string>>> {
  if (authors.length === 0 || readers.length === 0) return new Map()
  const { rows } = await sql<{ author: string; reader: string }>`
    select b.blocked_id as author, b.blocker_id as reader from blocks b
    where b.blocked_id = any(${authors}::uuid[]) and b.blocker_id = any(${readers}::uuid[])`.execute(db)
  const byAuthor = Map.groupBy(rows, ({ author }) => author)
  return new Map([...byAuthor].map(([author, pairs]) => [author, new Set(pairs.map(({ reader }) => reader))]))
}

/**
 * Returns, by author, which of these listeners are blocked from him in either direction; authors without any are left
 * out.
 */
export async function apartFrom(
  db: Kysely<DB>,
  authors: string[],
  listeners: string[],
): Promise<Map<string, Set<string>>> {
  if (authors.length === 0 || listeners.length === 0) return new Map()
  const { rows } = await sql<{ author: string; listener: string }>`
    select b.blocker_id as author, b.blocked_id as listener from blocks b
      where b.blocker_id = any(${authors}::uuid[]) and b.blocked_id = any(${listeners}::uuid[])
    union select b.blocked_id, b.blocker_id from blocks b
      where b.blocked_id = any(${authors}::uuid[]) and b.blocker_id = any(${listeners}::uuid[])`.execute(db)
  const byAuthor = Map.groupBy(rows, ({ author }) => author)
  return new Map([...byAuthor].map(([author, pairs]) => [author, new Set(pairs.map(({ listener }) => listener))]))
}
