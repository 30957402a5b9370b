/** The query cache of a page, and of a tab. */
import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'

/**
 * A query that is loading for the first time when something changes may return the state from before the change. TanStack
 * Query does not repeat such a request: it starts a second one only if the query has data already. Here, the query is
 * invalidated again once its first data have arrived.
 */
class PageQueryClient extends QueryClient {
  override async invalidateQueries<Key extends readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = this.getQueryCache().findAll(filters).filter(isLoadingFirst)
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...loading.map(async ({ promise, queryKey }) => {
        const hasLoaded = await promise?.then(
          () => true,
          // the query shows its own error, and its retry reads the new state
          () => false,
        )
        if (hasLoaded) await super.invalidateQueries({ ...filters, queryKey, exact: true } as typeof filters, options)
      }),
    ])
  }
}

const isLoadingFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus !== 'idle'

export const makeQueryClient = () =>
  new PageQueryClient({
    defaultOptions: {
      // queries run even if the browser reports that it is offline: a failed request shows an error, a paused one shows
      // nothing
      queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
