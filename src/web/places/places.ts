/** Queries of places: the towns that match the text so far. */
import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '../kernel/api.ts'

/** The same few letters are typed again and again, and their results stay valid. */
const CACHE_MS = 10 * 60_000

export const placesQuery = (q: string) =>
  queries.places.searchPlaces.queryOptions({
    input: { q },
    // right after the first start of the server no places are loaded, so an empty result is not cached
    staleTime: ({ state }) => (state.data?.items.length ? CACHE_MS : 0),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
