/** A post as a thing that can be reported, removed, restored and copied. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import type { DB } from '#db/types.ts'
import { inOpenGroup } from '../groups/groups.ts'
import type { OwnDataPart } from '../kernel/own-data.ts'
import type { KeptRows } from '../kernel/own-rows.ts'
import type { RestorableThing } from '../kernel/thing.ts'
import { removePost, restorePost } from './removing.ts'
import { readablePost, visiblePost } from './rules.ts'

/**
 * Pages of posts (`p`) or comments (`k`) of one author: partition by partition, newest first. `order by` names the
 * partition as well, because the planner does not know that `is null` selects one partition.
 */
export const pageByPartition =
  (
    alias: 'p' | 'k',
    query: (member: string, further: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): OwnDataPart['page'] =>
  ({ member, after, partition }) => {
    const [time, id, open_to] = [sql.ref(`${alias}.created_at`), sql.ref(`${alias}.id`), sql.ref(`${alias}.open_to`)]
    const there = partition === null ? sql`and ${open_to} is null` : sql`and ${open_to} = ${partition}::uuid`
    const further = after ? sql`and (${time}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
    const order = sql`order by ${open_to}, ${time} desc, ${id} desc`
    return sql`select array[x.created_at::text, x.id::text] as place, to_jsonb(x) as item
      from (${query(member, sql`${there} ${further} ${order}`)}) x`
  }

/** The visibility partitions in which this author has something: one for everyone, and one for each private network. */
export async function partitionsOf(db: Kysely<DB>, member: string, table: 'posts' | 'comments'): Promise<string[]> {
  const from = sql`${sql.table(table)} w where w.author_id = ${member}::uuid`
  const { rows } = await sql<{ open_to: string }>`
    with recursive partition as (
      (select w.open_to from ${from} and w.open_to is not null order by w.open_to limit 1)
      union all
      select (select w.open_to from ${from} and w.open_to > s.open_to order by w.open_to limit 1)
        from partition s where s.open_to is not null)
    select open_to from partition where open_to is not null`.execute(db)
  return rows.map(({ open_to }) => open_to)
}

export const postThing: RestorableThing = {
  seenBy: (viewer, id) => sql`
    select p.author_id, p.title, p.content || coalesce((select string_agg(E'\n– ' || o.option_text, '' order by o.created_at)
        from poll_options o where o.post_id = p.id), '') as content,
      g.name as place, case when ${inOpenGroup} then '/post/' || p.id end as path
    from posts p left join groups g on g.id = p.group_id where p.id = ${id} and ${visiblePost(viewer)}`,
  state: (id) =>
    sql`(select case when p.removed_at is null then 'there' else 'removed' end from posts p where p.id = ${id})`,
  authorOf: (id) => sql`(select p.author_id from posts p where p.id = ${id})`,
  shownTo: (administrator, id) => sql`
    select p.title as name, '/post/' || p.id as path
    from posts p where p.id = ${id} and ${readablePost(administrator, true)}`,
  factKey: 'post_id',
  remove: removePost,
  restore: restorePost,
  ownData: [
    {
      name: 'posts',
      tables: ['posts'],
      partitions: (db, member) => partitionsOf(db, member, 'posts'),
      page: pageByPartition(
        'p',
        (member, further) => sql`select p.id, p.type, p.title, p.content, p.upvotes, p.downvotes, p.comment_count,
          p.created_at, p.updated_at, p.removed_at, p.removed_reason, p.group_id as network_id,
          (select c.name from categories c where c.id = p.category_id) as category,
          (select json_agg(json_build_object('text', o.option_text, 'votes', o.vote_count) order by o.created_at)
            from poll_options o where o.post_id = p.id) as poll
        from posts p where p.author_id = ${member}::uuid ${further}`,
      ),
    },
  ],
}

/** Stay without an author when the account is deleted. */
export const keptPosts: KeptRows<OwnTable<'posts'>>[] = [['posts', 'author_id']]
