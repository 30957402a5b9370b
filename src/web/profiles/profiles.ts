/** What a member wrote, in data: his posts and his comments, the newest first, a page at a time. */
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

const paged = {
  staleTime: 2 * 60_000,
  gcTime: LIST_LIFE,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** `after`: where a reader without JavaScript has turned the page to. Without it the same as `memberPostsQuery` of the feed. */
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
