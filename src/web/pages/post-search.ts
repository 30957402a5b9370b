/** The part of a post's address after "?": where its comments begin, and the words for which one was led there. */
import { type PageSearch, pageSearch } from './feed-search.ts'

/** More than the longest quotation has (PASSAGE_MAX). Its own number, since this is in the first load of every page. */
const LONGEST = 1000

export interface PostSearch extends PageSearch {
  /** a comment that is to be on the page */
  comment?: string | undefined
  /** words of it, or of the post, that are marked */
  quote?: string | undefined
}

export const postSearch = (search: Record<string, unknown>): PostSearch => ({
  ...pageSearch(search),
  comment: typeof search.comment === 'string' && /^[\w-]{36}$/.test(search.comment) ? search.comment : undefined,
  quote: wordsIn(search.quote),
})

/** Words that are digits alone are read as a number. */
function wordsIn(value: unknown): string | undefined {
  const words = typeof value === 'number' ? String(value) : value
  return typeof words === 'string' && words.length <= LONGEST ? words : undefined
}
