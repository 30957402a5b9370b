/** What an address asks of the pods. A file of its own: it comes with everybody's first page. */
import { POD, searchable } from '#contract/words.ts'
import type { PodsSearch } from '../pods/pods.ts'

/** The keys are always there: the router would put back what was written if they were missing. */
export function podsSearch(search: Record<string, unknown>): PodsSearch {
  // the router reads `?q=5` as a number
  const words = search.q === undefined ? '' : typeof search.q === 'string' ? search.q : JSON.stringify(search.q)
  const page = Number(search.page)
  return {
    q: searchable(words).trim() || undefined,
    page: Number.isInteger(page) && page > 1 && page <= POD.pages ? page : undefined,
  }
}
