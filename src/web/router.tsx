import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type AnyRouter, createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { page } from './kernel/page.ts'
import { readPageData, writePageData } from './kernel/page-data.tsx'
import { makeQueryClient } from './kernel/query-cache.ts'
import { routeTree } from './routes.gen.ts'

import { NotFound } from './shell/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'

/** On the server: a new router and a new query cache for each request. In the browser: one of each for the tab. */
export function getRouter() {
  const queryClient = makeQueryClient()
  const nonce = page()?.nonce
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(nonce ? { ssr: { nonce } } : {}),
    // a parameter is text: read as JSON, "1e3" would become 1000, and a phrase would lose its quotation marks
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(JSON.stringify),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // the query cache decides what is fresh
    defaultStaleTime: 0,
    scrollRestoration: typeof window === 'undefined' || afterArrival(),
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    // shown only if loading takes longer than 400 ms
    defaultPendingMs: 400,
    defaultPendingMinMs: 200,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  keepSpelling(router)
  carryQueries(router, queryClient)
  if (typeof window !== 'undefined') keepLeaving(router)
  return router
}

/**
 * The router redirects a request whose address is not written as the router itself would write it, and in the browser it
 * replaces such an address. Browsers encode signs that the router does not, for example `^`, so the redirect would lead to
 * itself (TanStack/router#8041). Here an address keeps its spelling if only the encoding differs. The router would also take a `$`
 * in an address for the name of a parameter.
 */
function keepSpelling(router: AnyRouter) {
  const build = router.buildLocation
  router.buildLocation = ((options: Parameters<typeof build>[0]) => {
    const { pathname, searchStr, href, publicHref } = router.latestLocation
    const isCheck = options.params === true && options.to === pathname
    if (!isCheck) return build(options)
    const to = pathname.replaceAll('$', '%24')
    const built = build({ ...options, to })
    const isSame = built.pathname === to && built.searchStr === searchStr
    return isSame ? { ...built, pathname, href, publicHref } : built
  }) as typeof build
}

/**
 * The scroll position of the first page is set before the router's script has loaded: by the browser, by the inline
 * script of the page, and by a visitor who already scrolls. The router restores positions only from the second page on.
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
 * Works around an error of the router when a visitor leaves a page before hydration is complete. The router removes the
 * data of that page while React is still hydrating it, and React then discards its work and renders everything again
 * (TanStack/router#8198). Here a page keeps its data until it is opened again. The router stores elsewhere which pages
 * are open.
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

/**
 * All data is loaded before the page is rendered, so the cache is sent once with the page: no stream. Queries with data are
 * a text in the page (kernel/page-data.tsx). All others travel in the framework's own format, which can carry errors.
 */
function carryQueries({ options }: AnyRouter, queryClient: QueryClient) {
  sendQueries(options, queryClient)
  options.hydrate = (others: DehydratedState) => {
    arrive(queryClient, readPageData() as DehydratedState)
    hydrate(queryClient, others)
  }
}

/** The browser does without the code for it. */
const sendQueries = createIsomorphicFn()
  .server((options: AnyRouter['options'], queryClient: QueryClient) => {
    const those = (wanted: (query: Query) => boolean) => dehydrate(queryClient, { shouldDehydrateQuery: wanted })
    const isLoaded = ({ state }: Query) => state.status === 'success' && state.error === null
    options.dehydrate = () => {
      writePageData(those(isLoaded))
      return those((query) => !isLoaded(query))
    }
  })
  .client(() => {})

/**
 * Data that came with the page counts as fresh at this moment, whatever the visitor's clock says. Otherwise a clock that
 * is one minute ahead, or a page from the visitors' cache, would cause every query to be fetched again.
 */
function arrive(queryClient: QueryClient, arrived: DehydratedState) {
  hydrate(queryClient, arrived)
  const now = Date.now()
  for (const query of queryClient.getQueryCache().getAll()) {
    if (query.state.status === 'success') query.setState({ ...query.state, dataUpdatedAt: now })
  }
}
