/** The query parameters of lists of networks: the search, and paging for readers without JavaScript. */
import { searchable } from '#contract/words.ts'
import { type PageSearch, pageSearch } from './feed-search.ts'

export interface GroupsSearch extends PageSearch {
  q?: string | undefined
}

export const groupsSearch = (search: Record<string, unknown>): GroupsSearch => ({
  ...pageSearch(search),
  // the router parses digits as a number
  q: searchable(String(search.q ?? '')).trim() || undefined,
})
