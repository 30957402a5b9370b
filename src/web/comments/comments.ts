/** Queries of comments: oldest first, in pages. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment } from '#contract/comments.ts'
import type { PageOf } from '#contract/kernel.ts'
import { queries } from '../kernel/api.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import { postQuery } from '../posts/posts.ts'

type Pages = InfiniteData<PageOf<Comment>, string | undefined>

/** `after`: the cursor of the page that a reader without JavaScript has turned to. */
export const commentsQuery = (postId: string, after?: string) =>
  queries.comments.listComments.infiniteOptions({
    input: (cursor: string | undefined) => ({ post_id: postId, after: cursor }),
    initialPageParam: after,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** Where a page of comments begins. */
interface PageStart {
  /** after this cursor */
  after?: string | undefined
  /** at the page with this comment, or at the first page if the comment does not exist */
  around?: string | undefined
}

/**
 * Loads the post and its comments, and returns the cursor at which the comments begin. If neither is cached, one request gets
 * both. The query of that request is cached only while it is pending, so that preloading and opening a link cause one request.
 */
export async function openThread(client: QueryClient, postId: string, where: PageStart): Promise<{ after?: string }> {
  const held = where.around === undefined ? where : beginningOf(client, postId, where.around)
  const post = postQuery(postId)
  const comments = held && commentsQuery(postId, held.after)
  if (comments && (client.getQueryData(post.queryKey) || client.getQueryData(comments.queryKey))) {
    await waitForAll(client.ensureQueryData(post), client.ensureInfiniteQueryData(comments))
    return placed(held.after)
  }
  const thread = queries.comments.getThread.queryOptions({ input: { post_id: postId, ...where } })
  try {
    const opened = await client.fetchQuery(thread)
    const after = opened.after ?? where.after
    client.setQueryData(post.queryKey, opened.post)
    client.setQueryData(commentsQuery(postId, after).queryKey, { pages: [opened.comments], pageParams: [after] })
    return placed(after)
  } finally {
    client.removeQueries(thread)
  }
}

const placed = (after: string | undefined) => (after === undefined ? {} : { after })

/** Returns where the cached list that contains the comment begins. */
function beginningOf(client: QueryClient, postId: string, comment: string): PageStart | undefined {
  const lists = client.getQueriesData<Pages>({ queryKey: allOf(postId) })
  const list = lists.find(([, list]) => list?.pages.some((page) => page.items.some(({ id }) => id === comment)))?.[1]
  return list && { after: list.pageParams[0] }
}

const allOf = (postId: string) => queries.comments.listComments.key({ type: 'infinite', input: { post_id: postId } })

const change = (client: QueryClient, postId: string, write: (pages: Pages) => Pages) =>
  client.setQueriesData<Pages>({ queryKey: allOf(postId) }, (pages) => pages && write(pages))

/** Changes a comment in every cached list. */
export const patchComment = (client: QueryClient, postId: string, id: string, patch: Partial<Comment>) =>
  change(client, postId, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      items: page.items.map((comment) => (comment.id === id ? { ...comment, ...patch } : comment)),
    })),
  }))

/** Adds a new comment at the end of the list, if the end is loaded; otherwise older comments would follow it. */
export const addComment = (client: QueryClient, comment: Comment) =>
  change(client, comment.post_id, (list) => {
    const last = list.pages.at(-1)
    const known = list.pages.some((page) => page.items.some(({ id }) => id === comment.id))
    if (!last || last.next !== null || known) return list
    return { ...list, pages: [...list.pages.slice(0, -1), { ...last, items: [...last.items, comment] }] }
  })

/** Removes a deleted comment from the lists. */
export const dropComment = (client: QueryClient, postId: string, id: string) =>
  change(client, postId, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: page.items.filter((comment) => comment.id !== id) })),
  }))
