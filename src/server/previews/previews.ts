/** Previews: the image that other sites show beside a link to a post, or to the community itself. Public posts only. */
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

/**
 * What is drawn for this post, and whether it can become hidden at once with its network. Hidden and missing posts get
 * the same answer.
 */
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

/** Maximum number of previews that wait to be drawn. One takes about 0.1 s, so the queue is a few seconds long. */
const MAX_QUEUED = 20
/** Number of cached previews: about 30 KB each, two megabytes in total. */
const MAX_CACHED = 64

/**
 * Draws in a worker thread; concurrent requests for the same preview share one drawing. Refuses with 503 if too many
 * wait. `allow` is called before something is drawn, and may refuse; cached previews are free for everyone.
 */
export function makeDrawing() {
  const ask = makeThread<Question, Answer>(new URL('./drawing-thread.ts', import.meta.url), {
    queue: MAX_QUEUED,
    idle: 60_000,
  })
  const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: MAX_CACHED })
  return async (picture: Picture, allow: () => Promise<void>): Promise<Uint8Array> => {
    const key = JSON.stringify(picture)
    if (!drawn.has(key)) await allow()
    // another request may have drawn it in the meantime
    const known = drawn.get(key)
    if (known) return known
    const made = ask(picture)
    drawn.set(key, made)
    // a failure is not cached
    made.catch(() => drawn.peek(key) === made && drawn.delete(key))
    return made
  }
}
