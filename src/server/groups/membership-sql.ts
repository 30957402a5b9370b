/**
 * Membership of networks as SQL fragments for other rooms. The alias `inside` is used nowhere else, so a parameter may be a
 * column of the outer query.
 */
import { type RawBuilder, sql } from 'kysely'

type SqlValue = RawBuilder<unknown>

/**
 * True if the member belongs to the network; false if `group` is null. The subquery is limited to one row: with `exists`
 * PostgreSQL would list all memberships.
 */
export const isMemberOf = (group: SqlValue, member: SqlValue) => sql<boolean>`coalesce((
  select true from group_members inside where inside.group_id = ${group} and inside.user_id = ${member}), false)`

/** The ids, as `user_id`, of those of the given members who belong to the network, if the network is approved. */
export const membersAmong = (group: SqlValue, members: SqlValue) => sql<{ user_id: string }>`
  select inside.user_id from group_members inside join groups its on its.id = inside.group_id
  where inside.group_id = ${group} and its.status = 'approved' and inside.user_id = any(${members})`

/** The approved network `g` if the member belongs to it, with the membership `m`; stands after `from`. */
export const ownGroup = (group: SqlValue, member: SqlValue) => sql`groups g
  join group_members m on m.group_id = g.id and m.user_id = ${member} where g.id = ${group} and g.status = 'approved'`

/** Every membership `m` with its network `g`, also those that are not approved; stands after `from`. */
export const memberships = sql`group_members m join groups g on g.id = m.group_id`

/** The networks of a member as rows with `group_id`, in parentheses; with `most`, only that many, those joined last. */
export const groupIdsOf = (member: SqlValue, most?: SqlValue) =>
  sql`(select group_id from group_members where user_id = ${member}${most ? sql` order by joined_at desc limit ${most}` : sql``})`

/** How many networks the member belongs to. */
export const groupCountOf = (member: SqlValue) =>
  sql<number>`(select count(*) from group_members inside where inside.user_id = ${member})`
