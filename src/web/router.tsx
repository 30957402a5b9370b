import { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { page } from './kernel/page.ts'
import { routeTree } from './routes.gen.ts'

import { NotFound } from './shell/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'

/** A new router and a new query cache for each request on the server; one of each for the tab in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      // asked whatever the browser thinks of the network: what fails says so, what is held back says nothing
      queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  const nonce = page()?.nonce
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(nonce ? { ssr: { nonce } } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // the query cache decides what is fresh
    defaultStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    // a placeholder only for what takes longer than a blink
    defaultPendingMs: 400,
    defaultPendingMinMs: 200,
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  if (typeof window !== 'undefined') trustArrival(router, queryClient)
  return router
}

/**
 * What came with the page is as fresh as the page, whatever the reader's clock says: without this a clock one minute
 * ahead fetches everything again on arrival, and so does a page from the visitors' cache. Queries still under way keep
 * their mark, or their late answer would be fetched twice.
 */
function trustArrival(router: AnyRouter, queryClient: QueryClient) {
  const hydrate = router.options.hydrate
  router.options.hydrate = async (dehydrated) => {
    await hydrate?.(dehydrated)
    const now = Date.now()
    for (const query of queryClient.getQueryCache().getAll()) {
      if (query.state.status === 'success') query.setState({ ...query.state, dataUpdatedAt: now })
    }
  }
}
