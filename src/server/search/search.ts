/** Search: which posts, in which order. The cards themselves are the posts room's. */
import { sql } from 'kysely'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard } from '#contract/posts.ts'
import type { SearchOrder } from '#contract/search.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { type Key, keyOf, pageOf } from '../kernel/page.ts'
import { loadCards, visiblePost } from '../posts/posts.ts'

interface Question {
  q: string
  in: 'all' | 'text'
  order: SearchOrder
  after?: string
}

export async function searchPosts(ctx: Ctx, { q, in: where, after }: Question): Promise<PageOf<PostCard>> {
  const key = keyOf(after)
  if (!/[\p{L}\p{N}]/u.test(q) || q.includes('\0') || !q.isWellFormed()) return { items: [], next: null }
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const names =
    where === 'all' ? sql`or a.username ilike ${like} or a.display_name ilike ${like} or c.name ilike ${like}` : sql``
  const { rows } = await sql<Key>`
    select p.id, p.created_at from posts p join categories c on c.id = p.category_id
      left join profiles a on a.id = p.author_id
    where (p.title ilike ${like} or p.content ilike ${like} ${names}) and ${visiblePost(ctx.viewer)}
      and ${key ? sql`(p.created_at, p.id) < (${key.created_at}, ${key.id})` : sql`true`}
    order by p.created_at desc, p.id desc limit ${PAGE_SIZE + 1}`.execute(ctx.db)
  const { items, next } = pageOf(rows, PAGE_SIZE)
  return {
    items: await loadCards(
      ctx,
      items.map(({ id }) => id),
    ),
    next,
  }
}
