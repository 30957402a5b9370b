/** The loader of /categories and /feed. */

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
  // The member is typing on this page. Waiting for the answer would replace the page, and with it the search box. The
  // list shows its own loading state and error.
  if (cause === 'stay') {
    // the member pressed "Feed" on the feed: load new posts, if the server can be reached
    if (deps.q === undefined) void openList(queryClient, feedOrSearch(deps), location, cause).catch(() => {})
    return
  }
  // the tags are optional: prefetching never throws
  await waitForAll(
    openList(queryClient, feedOrSearch(deps), location, cause),
    queryClient.prefetchQuery(categoriesQuery()),
    fetchWelcome(viewer),
  ).catch((error) => toFirstPage(error, deps, location.pathname))
}
