/** The query parameters of a post's page: the first comment, and the passage that a link pointed to. */
import { type PageSearch, pageSearch } from './feed-search.ts'

/** Above PASSAGE_MAX, the longest quotation. A number of its own, because this file is in the first load of every page. */
const QUOTE_MAX = 1000

export interface PostSearch extends PageSearch {
  /** the id of a comment that must be on the page */
  comment?: string | undefined
  /** words of the comment, or of the post, that are highlighted */
  quote?: string | undefined
}

export const postSearch = (search: Record<string, unknown>): PostSearch => ({
  ...pageSearch(search),
  comment: typeof search.comment === 'string' && /^[\w-]{36}$/.test(search.comment) ? search.comment : undefined,
  quote: wordsIn(search.quote),
})

/** The router parses digits as a number. */
function wordsIn(value: unknown): string | undefined {
  const words = typeof value === 'number' ? String(value) : value
  return typeof words === 'string' && words.length <= QUOTE_MAX ? words : undefined
}
