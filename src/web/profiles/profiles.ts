/** Queries of a member's posts and comments, the newest first, in pages. */
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

const paged = {
  staleTime: 2 * 60_000,
  gcTime: LIST_LIFE,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/**
 * `after`: the cursor of the page, for readers without JavaScript. Without it the query is the same as `memberPostsQuery`
 * of the feed.
 */
export const wrotePostsQuery = (username: string, after?: string) =>
  queries.feed.listMemberPosts.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ username, after: cursor }),
    initialPageParam: after,
  })

export const wroteCommentsQuery = (username: string, after?: string) =>
  queries.comments.listMemberComments.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ username, after: cursor }),
    initialPageParam: after,
  })
