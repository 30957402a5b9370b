/** The viewer's own check-ins in all pods that he is or was in. Visitors are asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import { headOf, withStyles } from '../kernel/head.ts'
import { zoneQuery } from '../kernel/zone.ts'
import { OwnCheckInsScreen } from '../rounds/own/own.tsx'
import styles from '../rounds/rounds.css?url'
import { ownCheckInsQuery } from '../rounds/rounds.ts'
import { pageSearch, toFirstPage } from './feed-search.ts'

export const Route = createFileRoute('/settings/check-ins')({
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  // the loader's result is not cached, so that the page waits for its loader each time
  gcTime: 0,
  loader: async ({ context: { queryClient, viewer }, deps, location }) => {
    if (!viewer) return
    await queryClient.ensureQueryData(zoneQuery)
    try {
      // fetched again, so that a check-in that was deleted in the meantime is not shown even briefly
      await queryClient.fetchInfiniteQuery(ownCheckInsQuery(undefined, deps.after))
    } catch (error) {
      // the list shows any other error, unless the answer is still in the cache
      if (deps.after !== undefined) toFirstPage(error, deps, location.pathname)
    }
  },
  head: ({ match }) => withStyles(headOf(match.context.place, { title: 'Your check-ins', hidden: true }), [styles]),
  component: Page,
})

function Page() {
  return <OwnCheckInsScreen after={Route.useSearch().after} />
}
