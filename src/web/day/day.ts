/** The query of the member's day. */
import type { QueryClient } from '@tanstack/react-query'
import { queries } from '../kernel/api.ts'
import { zoneQuery } from '../kernel/zone.ts'

export const dayQuery = (zone: string) => queries.day.getDay.queryOptions({ input: { zone } })

/** On the server waits for the data. In the browser the page opens at once, with placeholders. */
export async function openDay(client: QueryClient): Promise<void> {
  const zone = await client.ensureQueryData(zoneQuery)
  // prefetchQuery never throws; the page shows its own error
  const asked = client.prefetchQuery({ ...dayQuery(zone), staleTime: 0 })
  if (typeof window === 'undefined') await asked
}
