/** What /categories and /feed have in common before anything is drawn. Search engines are told of the first. */

import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '../categories/categories.ts'
import { feedQuery } from '../feed/feed.ts'
import { headOf } from '../kernel/head.ts'
import { together } from '../kernel/together.ts'
import type { Place } from '../kernel/viewer.ts'
import { type PageSearch, toFirstPage } from './feed-search.ts'

interface Loading {
  context: { queryClient: QueryClient }
  deps: PageSearch
  location: { pathname: string }
}

export async function loadFeed({ context: { queryClient }, deps, location }: Loading): Promise<void> {
  // the tags are a side dish: prefetching never throws
  await together(
    queryClient.ensureInfiniteQueryData(feedQuery(deps.after)),
    queryClient.prefetchQuery(categoriesQuery()),
  ).catch((error) => toFirstPage(error, deps, location.pathname))
}

export const feedHead = (place: Place | undefined, { after }: PageSearch) =>
  headOf(place, {
    title: place && `${place.brand.name} - Connect, Share, Grow`,
    description: 'What fathers ask and tell each other, newest first. Reading needs no account.',
    canonical: '/categories',
    // the posts further on are another hour's: each has its own page
    hidden: after !== undefined,
  })
