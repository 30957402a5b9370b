/** Pods: the member's own and all others. Visitors are asked to sign in. */
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'
import styles from '../pods/pods.css?url'
import { podsChanged, podsQuery } from '../pods/pods.ts'
import { PodsScreen, PodsSignIn } from '../pods/pods.tsx'
import seekerStyles from '../seekers/seekers.css?url'
import { searchQuery } from '../seekers/seekers.ts'
import { FindPod } from '../seekers/seekers.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { podsSearch } from './pods-search.ts'

export const Route = createFileRoute('/pods')({
  validateSearch: podsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer }, deps, cause }) => {
    // the member is typing or paging on this page; the list shows its own loading state
    if (!viewer || cause === 'stay') return
    await Promise.all([
      queryClient.ensureQueryData({ ...podsQuery(deps), revalidateIfStale: true }),
      // never throws: the list is shown without it
      queryClient.prefetchQuery(searchQuery()),
    ])
  },
  head: ({ match }) => {
    const { meta, links } = headOf(match.context.place, {
      title: 'Pods',
      description: 'Small accountability groups for focused discussions',
      canonical: '/pods',
    })
    return { meta, links: [...links, ...[styles, seekerStyles].map((href) => ({ rel: 'stylesheet', href }))] }
  },
  component: Page,
  errorComponent: (failure) => <PageFailed {...failure} title="The pods did not load" />,
})

function Page() {
  const search = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  const client = useQueryClient()
  if (!viewer) return <PodsSignIn />
  // if the member searches or pages, only the list is shown
  const isFirst = !search.q && (search.page ?? 1) === 1
  return <PodsScreen search={search} finding={isFirst && <FindPod onJoined={() => podsChanged(client)} />} />
}
