/** The part of an address after "?" that turns the page of a list, for readers without JavaScript. */
import { redirect } from '@tanstack/react-router'
import { readFault } from '../kernel/fault.ts'

export interface PageSearch {
  after?: string | undefined
}

/**
 * Only what looks like a place in a list; anything else is the first page.
 * The key is always there: the router would put back what was written if it were missing.
 */
export const pageSearch = (search: Record<string, unknown>): PageSearch => ({
  after: typeof search.after === 'string' && /^[\w-]{1,120}$/.test(search.after) ? search.after : undefined,
})

/** A place that the list does not know (an old or mistyped link) leads to its beginning; other faults are thrown on. */
export function toFirstPage(error: unknown, { after }: PageSearch, path: string): never {
  throw after !== undefined && readFault(error, '').code === 'INVALID' ? redirect({ href: path, replace: true }) : error
}
