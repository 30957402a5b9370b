/** Pods: the member's own and all others. Visitors are asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'
import styles from '../pods/pods.css?url'
import { podsQuery } from '../pods/pods.ts'
import { PodsScreen, PodsSignIn } from '../pods/pods.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { podsSearch } from './pods-search.ts'

export const Route = createFileRoute('/pods')({
  validateSearch: podsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer }, deps, cause }) => {
    // the member is typing or paging on this page; the list shows its own loading state
    if (!viewer || cause === 'stay') return
    await queryClient.ensureQueryData({ ...podsQuery(deps), revalidateIfStale: true })
  },
  head: ({ match }) => {
    const { meta, links } = headOf(match.context.place, {
      title: 'Pods',
      description: 'Small accountability groups for focused discussions',
      canonical: '/pods',
    })
    return { meta, links: [...links, { rel: 'stylesheet', href: styles }] }
  },
  component: Page,
  errorComponent: (failure) => <PageFailed {...failure} title="The pods did not load" />,
})

function Page() {
  const search = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  return viewer ? <PodsScreen search={search} /> : <PodsSignIn />
}
