/** What is asked of the pages that show results in place. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Asking, useAsking } from '../kernel/asking.ts'
import type { SearchParams } from './search.ts'

/** The pages that show results in place. */
export type SearchPath = '/categories' | '/feed'

export interface Typing extends Asking<SearchParams['in']> {
  path: SearchPath
  /** what the address asks for now */
  params: SearchParams
}

export function useTyping(path: SearchPath): Typing {
  const params: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const asking = useAsking<SearchParams['in']>({ q: params.q ?? '', where: params.in }, ({ q, where }, before) => {
    const search: SearchParams = q ? { q, in: where, order: params.order } : {}
    // the way back leads from the results to the feed, not through every letter
    void navigate({ to: path, search, replace: Boolean(q && before.q), resetScroll: false })
    window.scrollTo({ top: 0 })
  })
  return { path, params, ...asking }
}
