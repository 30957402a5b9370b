/** Lists of posts in data: the feed, a category, a member. Newest first, a page at a time by key. */
import type { PostType } from '#contract/posts.ts'
import { queries } from '../kernel/api.ts'

const paged = {
  // a list stays as it is while one reads a post and comes back; new posts wait for the next visit
  staleTime: 2 * 60_000,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** `after`: where a reader without JavaScript has turned the page to. */
export const feedQuery = (after?: string) =>
  queries.feed.listFeed.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ after: cursor }),
    initialPageParam: after,
  })

export const categoryPostsQuery = (slug: string, type?: PostType, after?: string) =>
  queries.feed.listCategoryPosts.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ slug, type, after: cursor }),
    initialPageParam: after,
  })

export const memberPostsQuery = (username: string) =>
  queries.feed.listMemberPosts.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ username, after: cursor }),
    initialPageParam: undefined,
  })
