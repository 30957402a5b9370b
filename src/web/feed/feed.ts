/** Queries of lists of posts: the feed, a category, a network, a member, a search. Pages by cursor. */

import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { PageOf } from '#contract/kernel.ts'
import type { PostCard, PostType } from '#contract/posts.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { type SearchParams, searchQuery } from '../search/search.ts'
import { isKnown } from './list-position.ts'

export type Posts = InfiniteData<PageOf<PostCard>, string | undefined>

const paged = {
  // A list stays as it is while the reader opens a post and comes back. Only `openList` reloads it, on a new visit.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: LIST_LIFE,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

/** `after`: the cursor of the page that a reader without JavaScript has turned to. */
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

/** The feed or a search. Both have the same type in the cache. */
export const feedOrSearch = (search: SearchParams & { after?: string | undefined }) =>
  (search.q === undefined ? feedQuery(search.after) : searchQuery(search, search.after)) as ListQuery

const FRESH_MS = 2 * 60_000

/** why the router loads a page */
export type Cause = 'preload' | 'enter' | 'stay'

interface Entry {
  href: string
  state: { __TSR_key?: string | undefined }
}

/**
 * Loads the list of a page that is being opened. A reader who comes back finds it as he left it. A new visit gets new
 * posts, or the cached list if nothing can be loaded.
 */
export async function openList(client: QueryClient, query: ListQuery, entry: Entry, cause: Cause): Promise<void> {
  const held = client.getQueryState<Posts>(query.queryKey)
  if (!held?.data) return void (await client.fetchInfiniteQuery(query))
  // preloading must not change the list that is on screen
  if (cause === 'preload' || isKnown(entry)) return
  const first = query.initialPageParam
  const isCut = held.data.pageParams[0] !== first
  // dataUpdatedAt is the time of the last page, so with several pages it says nothing about the first
  const isFresh = held.data.pages.length === 1 && Date.now() - held.dataUpdatedAt < FRESH_MS
  if (!isCut && isFresh) return
  // a pending page would bring back all pages before it
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  // loads only the first page, however many there were
  const page = await pageOf(client, query, first).catch(() => null)
  // the list is shown as it was, and is read again (kernel/old-reads.ts)
  if (!page) return void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  client.setQueryData<Posts>(query.queryKey, { pages: [page], pageParams: [first] })
}

/** Replaces the cached feed by its first page, with the newest posts. */
export async function showNewest(client: QueryClient): Promise<void> {
  const query = feedQuery()
  const page = await pageOf(client, query, undefined, false)
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  client.setQueryData<Posts>(query.queryKey, { pages: [page], pageParams: [undefined] })
}

/** Loads one page of a list. `once`: without retries, because the list is already shown. */
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
