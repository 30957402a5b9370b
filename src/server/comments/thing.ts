/** A comment as a thing that can be reported, removed, restored and copied. */
import { sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import { inOpenGroup } from '../groups/groups.ts'
import type { KeptRows } from '../kernel/own-rows.ts'
import { NAMING_LENGTH, type RestorableThing } from '../kernel/thing.ts'
import { pageByPartition, partitionsOf } from '../posts/posts.ts'
import { removeComment, restoreComment } from './removing.ts'
import { readableComment, visibleComment } from './rules.ts'

export const commentThing: RestorableThing = {
  seenBy: (viewer, id) => sql`
    select k.author_id, p.title, k.content, g.name as place,
      case when ${inOpenGroup} then '/post/' || p.id || '#comment-' || k.id end as path
    from comments k join posts p on p.id = k.post_id left join groups g on g.id = p.group_id
    where k.id = ${id} and k.removed_at is null and ${visibleComment(viewer)}`,
  state: (id) =>
    sql`(select case when k.removed_at is null then 'there' else 'removed' end from comments k where k.id = ${id})`,
  authorOf: (id) => sql`(select k.author_id from comments k where k.id = ${id})`,
  // a removed comment keeps its line, without its words
  shownTo: (administrator, id) => sql`
    select case when k.removed_at is null then left(k.content, ${sql.lit(NAMING_LENGTH)}) end as name,
      '/post/' || p.id || '#comment-' || k.id as path
    from comments k join posts p on p.id = k.post_id where k.id = ${id} and ${readableComment(administrator, true)}`,
  factKey: 'comment_id',
  remove: removeComment,
  restore: restoreComment,
  ownData: [
    {
      name: 'comments',
      tables: ['comments'],
      // removed comments are in no partition; they come last
      partitions: async (db, member) => [...(await partitionsOf(db, member, 'comments')), null],
      page: pageByPartition(
        'k',
        (member, further) => sql`select k.id, k.post_id, k.content, k.upvotes, k.downvotes, k.created_at, k.updated_at,
          k.removed_at, k.removed_reason from comments k where k.author_id = ${member}::uuid ${further}`,
      ),
    },
  ],
}

/** Stay without an author when the account is deleted. */
export const keptComments: KeptRows<OwnTable<'comments'>>[] = [
  ['comments', 'post_author_id'],
  ['comments', 'author_id'],
]
