/** The feed. */
import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery } from '../categories/categories.ts'
import { feedQuery } from '../feed/feed.ts'
import { headOf } from '../kernel/head.ts'
import { together } from '../kernel/together.ts'
import { PageFailed } from '../shell/page-failed.tsx'
import { FeedPage, FeedPending } from './feed-page.tsx'
import { pageSearch, toFirstPage } from './feed-search.ts'

export const Route = createFileRoute('/categories')({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, location }) => {
    // the tags are a side dish: prefetching never throws
    await together(
      queryClient.ensureInfiniteQueryData(feedQuery(deps.after)),
      queryClient.prefetchQuery(categoriesQuery()),
    ).catch((error) => toFirstPage(error, deps, location.pathname))
  },
  head: ({ match }) => {
    const { place } = match.context
    return headOf(place, {
      title: place && `${place.brand.name} - Connect, Share, Grow`,
      description: 'What fathers ask and tell each other, newest first. Reading needs no account.',
      canonical: '/categories',
    })
  },
  component: Page,
  pendingComponent: FeedPending,
  errorComponent: (failure) => <PageFailed {...failure} title="The feed did not load" />,
})

function Page() {
  return <FeedPage after={Route.useSearch().after} />
}
