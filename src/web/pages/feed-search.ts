/**
 * The query parameters of lists (paging for readers without JavaScript) and of the search. The router keeps parameters that no
 * page reads in what it calls the search. Pages that visitors share filter it once more for their loaders: a shared page was
 * rendered without such parameters, and in the browser its data would not be found.
 */
import { redirect } from '@tanstack/react-router'
import { LONG_CURSOR_MAX } from '#contract/words.ts'
import { readFault } from '../kernel/fault.ts'
import { type SearchParams, searchParams } from '../search/search.ts'

export interface PageSearch {
  after?: string | undefined
}

export interface FeedSearch extends PageSearch, SearchParams {}

/**
 * Accepts only what looks like a cursor; anything else is the first page.
 * The key is always present, because the router would restore the original value of a missing key.
 */
export const pageSearch = (search: Record<string, unknown>): PageSearch => ({
  after:
    typeof search.after === 'string' && search.after.length <= LONG_CURSOR_MAX && /^[\w-]+$/.test(search.after)
      ? search.after
      : undefined,
})

export const feedSearch = (search: Record<string, unknown>): FeedSearch => ({
  ...pageSearch(search),
  ...searchParams(search),
})

/**
 * Redirects to the first page if the server does not know the cursor (an old or mistyped link). Throws other faults
 * again.
 */
export function toFirstPage(error: unknown, { after, ...asked }: PageSearch & object, path: string): never {
  if (after === undefined || readFault(error, '').code !== 'INVALID') throw error
  const rest = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  throw redirect({ href: rest.size ? `${path}?${rest}` : path, replace: true })
}
