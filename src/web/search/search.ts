/** Search in data: what an address asks for, and how it is asked. */
import { searchable } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

/** As it stands in an address. No `in` is everything, no `order` the newest first. */
export interface SearchParams {
  q?: string | undefined
  in?: 'text' | undefined
  order?: 'best' | undefined
  /** as it stands, with its typing errors */
  exact?: 1 | undefined
}

/** The words as one typed them: the router reads `?q=5` as a number. */
const wordsOf = (value: unknown) => {
  if (value === undefined) return ''
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return searchable(words).trim()
}

/** The keys are always there: the router would put back what was written if they were missing. */
export function searchParams(search: Record<string, unknown>): SearchParams {
  const q = wordsOf(search.q) || undefined
  return {
    q,
    in: q && search.in === 'text' ? 'text' : undefined,
    order: q && search.order === 'best' ? 'best' : undefined,
    exact: q && String(search.exact) === '1' ? 1 : undefined,
  }
}

/** `after`: where a reader without JavaScript has turned the page to. */
export const searchQuery = ({ q = '', in: where, order, exact }: SearchParams, after?: string) =>
  queries.search.searchPosts.infiniteOptions({
    input: (cursor: string | undefined) => ({
      ...{ q, in: where ?? 'all', order: order ?? 'new' },
      ...(exact ? { spelling: 'as_typed' as const } : {}),
      after: cursor,
    }),
    initialPageParam: after,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    // results stay as they are while one reads one of them and comes back
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: LIST_LIFE,
  })

/** What is said when an answer has come. `corrected`: what was searched instead. */
export function resultsSaid(count: number, more: boolean, corrected?: string): string {
  if (corrected) return `Showing results for ${corrected}. ${resultsSaid(count, more)}`
  if (count === 0) return 'No posts found.'
  if (more) return `More than ${count} posts found`
  return count === 1 ? '1 post found' : `${count} posts found`
}
