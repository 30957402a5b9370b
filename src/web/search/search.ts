/** Queries of the search, and its query parameters. */
import { searchable } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

/** The query parameters. Without `in` everything is searched; without `order` the newest results come first. */
export interface SearchParams {
  q?: string | undefined
  in?: 'text' | undefined
  order?: 'best' | undefined
  /** 1: search the text as it was typed, without spelling correction */
  exact?: 1 | undefined
}

/** Returns the text as it was typed: the router parses `?q=5` as a number. */
const wordsOf = (value: unknown) => {
  if (value === undefined) return ''
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return searchable(words).trim()
}

/** The keys are always present, because the router would restore the original value of a missing key. */
export function searchParams(search: Record<string, unknown>): SearchParams {
  const q = wordsOf(search.q) || undefined
  return {
    q,
    in: q && search.in === 'text' ? 'text' : undefined,
    order: q && search.order === 'best' ? 'best' : undefined,
    exact: q && String(search.exact) === '1' ? 1 : undefined,
  }
}

/** `after`: the cursor of the page, for readers without JavaScript. */
export const searchQuery = ({ q = '', in: where, order, exact }: SearchParams, after?: string) =>
  queries.search.searchPosts.infiniteOptions({
    input: (cursor: string | undefined) => ({
      ...{ q, in: where ?? 'all', order: order ?? 'new' },
      ...(exact ? { spelling: 'as_typed' as const } : {}),
      after: cursor,
    }),
    initialPageParam: after,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    // results do not change while the member reads one of them and returns
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: LIST_LIFE,
  })

/** The announcement of the results. `corrected`: the corrected text that was searched. */
export function resultsAnnouncement(count: number, more: boolean, corrected?: string): string {
  if (corrected) return `Showing results for ${corrected}. ${resultsAnnouncement(count, more)}`
  if (count === 0) return 'No posts found.'
  if (more) return `More than ${count} posts found`
  return count === 1 ? '1 post found' : `${count} posts found`
}
