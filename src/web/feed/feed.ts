/** Lists of posts in data: the feed, a category, a member, a search. A page at a time by key. */

import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard, PostType } from '#contract/posts.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { type SearchParams, searchQuery } from '../search/search.ts'
import { isKnown } from './place.ts'

export type Posts = InfiniteData<PageOf<PostCard>, string | undefined>

const paged = {
  // A list stays as it is while one reads a post and comes back: it is asked anew by `openList`, on a new visit alone.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: LIST_LIFE,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** `after`: where a reader without JavaScript has turned the page to. */
const feedQuery = (after?: string) =>
  queries.feed.listFeed.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ after: cursor }),
    initialPageParam: after,
  })

export type ListQuery = ReturnType<typeof feedQuery>

export const categoryPostsQuery = (slug: string, type?: PostType, after?: string) =>
  queries.feed.listCategoryPosts.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ slug, type, after: cursor }),
    initialPageParam: after,
  })

export const groupPostsQuery = (slug: string, after?: string) =>
  queries.feed.listGroupPosts.infiniteOptions({
    ...paged,
    input: (cursor: string | undefined) => ({ slug, after: cursor }),
    initialPageParam: after,
  })

export const memberPostsQuery = (username: string) =>
  queries.feed.listMemberPosts.infiniteOptions({
    ...paged,
    staleTime: 2 * 60_000,
    input: (cursor: string | undefined) => ({ username, after: cursor }),
    initialPageParam: undefined,
  })

/** The feed, or what was found in it. To the cache the two are alike. */
export const feedOrSearch = (search: SearchParams & { after?: string | undefined }) =>
  (search.q === undefined ? feedQuery(search.after) : searchQuery(search, search.after)) as ListQuery

const FRESH = 2 * 60_000

/** why the router loads a page */
export type Cause = 'preload' | 'enter' | 'stay'

interface Entry {
  href: string
  state: { __TSR_key?: string | undefined }
}

/**
 * The list of a page that is being opened. Whoever comes back finds it as he left it; whoever comes anew gets what is new,
 * or, if nothing can be fetched, what was there.
 */
export async function openList(client: QueryClient, query: ListQuery, entry: Entry, cause: Cause): Promise<void> {
  const held = client.getQueryState<Posts>(query.queryKey)
  if (!held?.data) return void (await client.fetchInfiniteQuery(query))
  // a pointer over a link must not change the list that is on the screen
  if (cause === 'preload' || isKnown(entry)) return
  const first = query.initialPageParam
  const isCut = held.data.pageParams[0] !== first
  // the list's time is that of its last page: once he has read on it says nothing of its beginning
  const isFresh = held.data.pages.length === 1 && Date.now() - held.dataUpdatedAt < FRESH
  if (!isCut && isFresh) return
  // a page that is still on its way would bring back all that was in front of it
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  // its beginning alone, however far down he had read
  const page = await pageOf(client, query, first).catch(() => null)
  if (page) client.setQueryData<Posts>(query.queryKey, { pages: [page], pageParams: [first] })
}

/** The newest posts of the feed, in the place of what was held of it, however far down it was read. */
export async function showNewest(client: QueryClient): Promise<void> {
  const query = feedQuery()
  const page = await pageOf(client, query, undefined, false)
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  client.setQueryData<Posts>(query.queryKey, { pages: [page], pageParams: [undefined] })
}

/** One page by its beginning, through the list's own question. `once`: not asked again, because the list is there already. */
export function pageOf(
  client: QueryClient,
  query: ListQuery,
  start: string | undefined,
  once = true,
): Promise<PageOf<PostCard>> {
  const ask = query.queryFn as (context: object) => Promise<PageOf<PostCard>>
  const { signal } = new AbortController()
  return ask({ client, queryKey: query.queryKey, pageParam: start, direction: 'forward', meta: { once }, signal })
}
