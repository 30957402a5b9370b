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
   * The addresses of ADMIN_EMAILS. Given where a page is read that a report can lead to: then an administrator sees also the
   * things of members who have blocked him, but not of members whom he has blocked himself.
   */
  administrators?: string[]
}

/**
 * Neither has blocked the other; `other` is the column of an author, null where his account is gone. Asked of each row by
 * two looks into an index, so that a page stays a page of its own index; whoever blocks nobody and was blocked by nobody
 * is asked only once for all rows. Visitors see what they always see.
 */
export const notBlocked = (viewer: ViewerScope | null, other: RawBuilder<unknown> = sql`a.id`) =>
  viewer
    ? sql<boolean>`(${isAlone(viewer.id)} or ${neitherBlocked(sql`${viewer.id}::uuid`, other)}${seesHim(viewer, other)})`
    : sql<boolean>`true`

/** By `npm run admin`, or by a verified address among ADMIN_EMAILS. Where `s` is profiles_private and `u` the account. */
export const isAdministratorColumn = (adminEmails: string[]) =>
  sql<boolean>`((s.is_admin or (u."emailVerified" and u.email = any(${adminEmails}::text[]))) and s.suspended_at is null)`

/** The account was verified or signed in to. Where `s` is profiles_private and `u` the account. */
export const isVerified = sql<boolean>`(u."emailVerified" or s.signed_in_at is not null)`

/** Where `p` is profiles. */
export const isThere = sql<boolean>`exists (select from "user" u join profiles_private s on s.id = u.id
  where u.id = p.id and ${isVerified})`

/** Where `p` is profiles. */
export const visibleMember = (viewer: ViewerScope | null) =>
  sql<boolean>`(${isThere} and ${notBlocked(viewer, sql`p.id`)})`

/** Who he is PostgreSQL asks once, and only where he would not see something. */
const seesHim = ({ id, administrators }: ViewerScope, other: RawBuilder<unknown>) =>
  administrators
    ? sql` or (coalesce((select ${isAdministratorColumn(administrators)} from profiles_private s join "user" u on u.id = s.id
        where s.id = ${id}::uuid), false)
      and coalesce((select false from blocks b where b.blocker_id = ${id}::uuid and b.blocked_id = ${other}), true))`
    : sql``

const isAlone = (viewer: string) => sql`(select not exists (select from blocks b where b.blocker_id = ${viewer}::uuid)
  and not exists (select from blocks b where b.blocked_id = ${viewer}::uuid))`

/** True unless one has blocked the other, of two columns. Of `exists` PostgreSQL would make a list of all blocks, for each request. */
export const neitherBlocked = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`(
  coalesce((select false from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other}), true)
  and coalesce((select false from blocks b where b.blocker_id = ${other} and b.blocked_id = ${one}), true))`

/** Who is apart from him, each once: as many as there are blocks of his and against him. */
export const allApartFrom = (member: string) => sql`(
  select b.blocked_id as id from blocks b where b.blocker_id = ${member}::uuid
  union select b.blocker_id from blocks b where b.blocked_id = ${member}::uuid)`

/** Of these authors, who of these listeners is apart from each; authors whom all of them meet are not in it. */
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
