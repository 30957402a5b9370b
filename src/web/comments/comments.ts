/** Comments in data: oldest first, a page at a time. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment } from '#contract/comments.ts'
import type { PageOf } from '#contract/kernel.ts'
import { queries } from '../kernel/api.ts'
import { together } from '../kernel/together.ts'
import { postQuery } from '../posts/posts.ts'

type Pages = InfiniteData<PageOf<Comment>, string | undefined>

/** `after` is where a reader without JavaScript has turned the page to. */
export const commentsQuery = (postId: string, after?: string) =>
  queries.comments.listComments.infiniteOptions({
    input: (cursor: string | undefined) => ({ post_id: postId, after: cursor }),
    initialPageParam: after,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/**
 * The post and its comments are there when this resolves. Where neither is, they come in one answer; it is a query of its
 * own only while it is under way, so that a link that was pointed at and then pressed asks once.
 */
export async function openThread(client: QueryClient, postId: string, after?: string): Promise<void> {
  const [post, comments] = [postQuery(postId), commentsQuery(postId, after)]
  if (client.getQueryData(post.queryKey) || client.getQueryData(comments.queryKey)) {
    await together(client.ensureQueryData(post), client.ensureInfiniteQueryData(comments))
    return
  }
  const thread = queries.comments.getThread.queryOptions({ input: { post_id: postId, after } })
  try {
    const opened = await client.fetchQuery(thread)
    client.setQueryData(post.queryKey, opened.post)
    client.setQueryData(comments.queryKey, { pages: [opened.comments], pageParams: [after] })
  } finally {
    client.removeQueries(thread)
  }
}

const change = (client: QueryClient, postId: string, write: (pages: Pages) => Pages) =>
  client.setQueriesData<Pages>(
    { queryKey: queries.comments.listComments.key({ type: 'infinite', input: { post_id: postId } }) },
    (pages) => pages && write(pages),
  )

/** Changes a comment wherever it is shown. */
export const patchComment = (client: QueryClient, postId: string, id: string, patch: Partial<Comment>) =>
  change(client, postId, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      items: page.items.map((comment) => (comment.id === id ? { ...comment, ...patch } : comment)),
    })),
  }))

/** Puts a new comment at the end, where the end is loaded: further up it would stand among older ones. */
export const addComment = (client: QueryClient, comment: Comment) =>
  change(client, comment.post_id, (list) => {
    const last = list.pages.at(-1)
    const known = list.pages.some((page) => page.items.some(({ id }) => id === comment.id))
    if (!last || last.next !== null || known) return list
    return { ...list, pages: [...list.pages.slice(0, -1), { ...last, items: [...last.items, comment] }] }
  })

/** Takes a comment that is gone off the list. */
export const dropComment = (client: QueryClient, postId: string, id: string) =>
  change(client, postId, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: page.items.filter((comment) => comment.id !== id) })),
  }))
