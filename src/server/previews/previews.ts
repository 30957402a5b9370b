/** Previews: the picture that others show beside a link to a post, or to the place itself. Public posts only. */
import { LRUCache } from 'lru-cache'
import { postFaults } from '#contract/posts.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { makeThread } from '../kernel/jobs/jobs.ts'
import { isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { visiblePost } from '../posts/posts.ts'
import type { Picture } from './drawing.ts'
import type { Answer, Question } from './drawing-thread.ts'

export type { Picture }

/** What is drawn for this post, and whether it may be hidden at once, with its network. Hidden and missing posts answer alike. */
export async function previewOf(
  ctx: Ctx,
  id: string,
  brand: string,
): Promise<{ picture: Picture; isInNetwork: boolean }> {
  const found = isId(id)
    ? await ctx.db
        .selectFrom('posts as p')
        .innerJoin('categories as c', 'c.id', 'p.category_id')
        .leftJoin('profiles as a', 'a.id', 'p.author_id')
        .select(['p.title', 'p.group_id', 'c.name', 'c.color', 'a.display_name', 'a.username'])
        .where('p.id', '=', id)
        .where(visiblePost(null))
        .executeTakeFirst()
    : undefined
  if (!found) return refuse(postFaults.notFound)
  const { title, group_id, name, color, display_name, username } = found
  const author = display_name?.trim() || username || undefined
  return { picture: { brand, title, category: { name, color }, author }, isInNetwork: group_id !== null }
}

/** Pictures that wait to be drawn. One takes about a tenth of a second: behind them is a queue of some seconds. */
const QUEUE = 20
/** Pictures that are kept: at some 30 KB each, two megabytes. */
const KEPT = 64

/**
 * Draws in a thread of its own; the same picture asked for many times is drawn once. Refuses with 503 when too many wait.
 * `allow` is asked before something is drawn, and may refuse; what is kept is there for everybody.
 */
export function makeDrawing() {
  const ask = makeThread<Question, Answer>(new URL('./drawing-thread.ts', import.meta.url), {
    queue: QUEUE,
    idle: 60_000,
  })
  const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: KEPT })
  return async (picture: Picture, allow: () => Promise<void>): Promise<Uint8Array> => {
    const key = JSON.stringify(picture)
    if (!drawn.has(key)) await allow()
    // another request may have asked for it in the meantime
    const known = drawn.get(key)
    if (known) return known
    const made = ask(picture)
    drawn.set(key, made)
    // a failure is not cached
    made.catch(() => drawn.peek(key) === made && drawn.delete(key))
    return made
  }
}
