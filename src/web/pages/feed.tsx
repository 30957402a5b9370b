/** The feed at its second address. */
import { createFileRoute } from '@tanstack/react-router'
import { PageFailed } from '../shell/page-failed.tsx'
import { feedHead } from './feed-head.ts'
import { loadFeed } from './feed-load.ts'
import { FeedPage, FeedPending } from './feed-page.tsx'
import { feedSearch } from './feed-search.ts'

export const Route = createFileRoute('/feed')({
  validateSearch: feedSearch,
  loaderDeps: ({ search }) => feedSearch(search),
  loader: loadFeed,
  head: ({ match }) => feedHead(match.context.place, match.search),
  component: Page,
  pendingComponent: FeedPending,
  errorComponent: (failure) => <PageFailed {...failure} title="The feed did not load" />,
})

function Page() {
  return <FeedPage path="/feed" search={Route.useSearch()} />
}
