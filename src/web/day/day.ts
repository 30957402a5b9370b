/** The day in data. */
import type { QueryClient } from '@tanstack/react-query'
import { queries } from '../kernel/api.ts'
import { zoneQuery } from '../kernel/zone.ts'

export const dayQuery = (zone: string) => queries.day.getDay.queryOptions({ input: { zone } })

/** Complete where it is drawn for the first time; in the browser the page is there at once, and says what it waits for. */
export async function openDay(client: QueryClient): Promise<void> {
  const zone = await client.ensureQueryData(zoneQuery)
  // never throws: the page says by itself that it did not load
  const asked = client.prefetchQuery({ ...dayQuery(zone), staleTime: 0 })
  if (typeof window === 'undefined') await asked
}
