/** The query of a pod's season: the question at its end, and what was decided last. */
import type { QueryClient } from '@tanstack/react-query'
import type { SeasonOfPod } from '#contract/seasons.ts'
import { queries } from '../kernel/api.ts'
import type { LiveEvent } from '../kernel/live-subscriptions.ts'

/** For the members of the pod only. */
export const seasonQuery = (pod_id: string) =>
  queries.seasons.getSeason.queryOptions({ input: { pod_id }, refetchOnWindowFocus: true })

export const keepSeason = (client: QueryClient, season: SeasonOfPod) =>
  client.setQueryData(seasonQuery(season.pod_id).queryKey, season)

/**
 * Reads the season again if one of these events is about it. A round that opens or closes may end the question, and
 * who leaves may be the last one who was asked.
 */
export function followSeason(client: QueryClient, pod_id: string, events: readonly LiveEvent[] | null): void {
  if (events && !events.some(({ kind }) => /^(season|round|rhythm)\.|^pod\.(ended|left)$/.test(kind))) return
  void client.invalidateQueries({ queryKey: seasonQuery(pod_id).queryKey })
}
