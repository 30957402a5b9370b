/** The search box of the pages that show results themselves. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type SearchBoxState, useSearchBox } from '../kernel/search-box.ts'
import type { SearchParams } from './search.ts'

/** The pages that show results themselves. */
export type SearchPath = '/categories' | '/feed'

export interface ResultsSearchBox extends SearchBoxState<SearchParams['in']> {
  path: SearchPath
  /** the current query parameters */
  params: SearchParams
}

export function useResultsSearchBox(path: SearchPath): ResultsSearchBox {
  const params: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const asking = useSearchBox<SearchParams['in']>({ q: params.q ?? '', where: params.in }, ({ q, where }, before) => {
    const search: SearchParams = q ? { q, in: where, order: params.order } : {}
    // the browser's back button leads from the results to the feed, not through every letter
    void navigate({ to: path, search, replace: Boolean(q && before.q), resetScroll: false })
    window.scrollTo({ top: 0 })
  })
  return { path, params, ...asking }
}
