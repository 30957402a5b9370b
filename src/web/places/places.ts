/** Places in data: what the words so far may mean. */
import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '../kernel/api.ts'

/** The same few letters are typed again and again: what they meant is still true. */
const KEPT_MS = 10 * 60_000

export const placesQuery = (q: string) =>
  queries.places.searchPlaces.queryOptions({
    input: { q },
    // soon after a first start nothing is known yet
    staleTime: ({ state }) => (state.data?.items.length ? KEPT_MS : 0),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
