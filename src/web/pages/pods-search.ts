/** The query parameters of the list of pods. A file of its own, because it is in the first load of every page. */
import { POD, searchable } from '#contract/words.ts'
import type { PodsSearch } from '../pods/pods.ts'

/** The keys are always present, because the router would restore the original value of a missing key. */
export function podsSearch(search: Record<string, unknown>): PodsSearch {
  // the router parses `?q=5` as a number
  const words = search.q === undefined ? '' : typeof search.q === 'string' ? search.q : JSON.stringify(search.q)
  const page = Number(search.page)
  return {
    q: searchable(words).trim() || undefined,
    page: Number.isInteger(page) && page > 1 && page <= POD.pages ? page : undefined,
  }
}
