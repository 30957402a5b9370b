/** What the addresses of the lists of networks carry: letters to look for, and the page for readers without JavaScript. */
import { searchable } from '#contract/words.ts'
import { type PageSearch, pageSearch } from './feed-search.ts'

export interface GroupsSearch extends PageSearch {
  q?: string | undefined
}

export const groupsSearch = (search: Record<string, unknown>): GroupsSearch => ({
  ...pageSearch(search),
  // a number that was typed comes as one
  q: searchable(String(search.q ?? '')).trim() || undefined,
})
