import { type DehydratedState, dehydrate, hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
    scrollRestoration: typeof window === 'undefined' || afterArrival(),
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    // a placeholder only for what takes longer than a blink
    defaultPendingMs: 400,
    defaultPendingMinMs: 200,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  carryQueries(router, queryClient)
  if (typeof window !== 'undefined') keepLeaving(router)
  return router
}

/**
 * Where a page that comes from the server begins is settled before its script has come, by the browser, the page's own
 * line of script, and the reader who scrolls already. The router may put him somewhere from the next page on.
 */
function afterArrival(): () => boolean {
  let hasArrived = false
  return () => {
    const before = hasArrived
    hasArrived = true
    return before
  }
}

/**
 * Whoever leaves a page before the script has taken over all of it: the router empties what it knows of that page while
 * React is still at it, which then breaks off and draws everything anew (TanStack/router#8198). A page keeps what is known
 * of it until it is opened again; which pages are open the router knows besides.
 */
function keepLeaving({ stores: { byRoute } }: AnyRouter) {
  const add = byRoute.set.bind(byRoute)
  byRoute.set = (id, match) => {
    const set = match.set.bind(match)
    match.set = (next: unknown) => {
      const known = typeof next === 'function' ? next(match.get()) : next
      if (known) set(known)
    }
    return add(id, match)
  }
}

/** Everything is there before a page is drawn, so it travels with the page as it stands: no stream, no second script. */
function carryQueries({ options }: AnyRouter, queryClient: QueryClient) {
  options.dehydrate = () => dehydrate(queryClient, { shouldDehydrateQuery: () => true })
  options.hydrate = (arrived: DehydratedState) => arrive(queryClient, arrived)
}

/**
 * What came with the page is as fresh as the page, whatever the reader's clock says: without this a clock one minute
 * ahead fetches everything again on arrival, and so does a page from the visitors' cache.
 */
function arrive(queryClient: QueryClient, arrived: DehydratedState) {
  hydrate(queryClient, arrived)
  const now = Date.now()
  for (const query of queryClient.getQueryCache().getAll()) {
    if (query.state.status === 'success') query.setState({ ...query.state, dataUpdatedAt: now })
  }
}
