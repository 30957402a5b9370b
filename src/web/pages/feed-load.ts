/** How /categories and /feed load. */

import type { QueryClient } from '@tanstack/react-query'
import type { ParsedLocation } from '@tanstack/react-router'
import type { Viewer } from '#contract/account.ts'
import { categoriesQuery } from '../categories/categories.ts'
import { type Cause, feedOrSearch, openList } from '../feed/feed.ts'
import { fetchWelcome } from '../feed/feed.tsx'
import { waitForAll } from '../kernel/wait-for-all.ts'
import { type FeedSearch, toFirstPage } from './feed-search.ts'

interface Loading {
  context: { queryClient: QueryClient; viewer: Viewer | null }
  deps: FeedSearch
  location: ParsedLocation
  cause: Cause
}

export async function loadFeed({ context: { queryClient, viewer }, deps, location, cause }: Loading): Promise<void> {
  // Whoever types in the box is here already. Waiting for the answer would take the page, and the box, from under his
  // fingers: the list says by itself that it loads or that it failed.
  if (cause === 'stay') {
    // pressed "Feed" on the feed: what is new, if anything can be fetched
    if (deps.q === undefined) void openList(queryClient, feedOrSearch(deps), location, cause).catch(() => {})
    return
  }
  // the tags are a side dish: prefetching never throws
  await waitForAll(
    openList(queryClient, feedOrSearch(deps), location, cause),
    queryClient.prefetchQuery(categoriesQuery()),
    fetchWelcome(viewer),
  ).catch((error) => toFirstPage(error, deps, location.pathname))
}
