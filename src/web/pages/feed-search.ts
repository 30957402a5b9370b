/** The part of an address after "?" that turns the page of a list, for readers without JavaScript. */
export interface PageSearch {
  after?: string
}

/** Only what the contract takes for a place in a list; anything else is the first page. */
export const pageSearch = (search: Record<string, unknown>): PageSearch =>
  typeof search.after === 'string' && /^[\w-]{1,120}$/.test(search.after) ? { after: search.after } : {}
