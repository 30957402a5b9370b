/** The part of an address after "?" that turns the page of a list, for readers without JavaScript, and that asks the search. */
import { redirect } from '@tanstack/react-router'
import { LONG_CURSOR_MAX } from '#contract/words.ts'
import { readFault } from '../kernel/fault.ts'
import { type SearchParams, searchParams } from '../search/search.ts'

export interface PageSearch {
  after?: string | undefined
}

export interface FeedSearch extends PageSearch, SearchParams {}

/**
 * Only what looks like a place in a list; anything else is the first page.
 * The key is always there: the router would put back what was written if it were missing.
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

/** A place that the list does not know (an old or mistyped link) leads to its beginning; other faults are thrown on. */
export function toFirstPage(error: unknown, { after, ...asked }: PageSearch & object, path: string): never {
  if (after === undefined || readFault(error, '').code !== 'INVALID') throw error
  const rest = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  throw redirect({ href: rest.size ? `${path}?${rest}` : path, replace: true })
}
