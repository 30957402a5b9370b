/** Queries of a pod's rounds, and the update of the cache after a change. */
import type { QueryClient } from '@tanstack/react-query'
import type { CheckIn, RoundsOfPod } from '#contract/rounds.ts'
import { queries } from '../kernel/api.ts'
import type { LiveEvent } from '../kernel/live-subscriptions.ts'

export { followSeason, seasonQuery } from './season.ts'
export { ownMomentWords } from './words.ts'

/** The rhythm, the open round and the latest closed rounds of a pod, as the viewer sees them. For its members only. */
export const roundsQuery = (pod_id: string) =>
  queries.rounds.getRounds.queryOptions({ input: { pod_id }, refetchOnWindowFocus: true })

/** The viewer's own check-ins in a pod, or in all that he is or was in, newest first. `first`: where the list begins. */
export const ownCheckInsQuery = (pod_id?: string, first?: string) =>
  queries.rounds.listOwnCheckIns.infiniteOptions({
    input: (after: string | undefined) => ({ ...(pod_id && { pod_id }), ...(after && { after }) }),
    initialPageParam: first,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    staleTime: 0,
  })

/** Reads everything of the rounds again. `rounds` is the server's answer to the change, if it has one. */
export async function roundsChanged(client: QueryClient, rounds?: RoundsOfPod): Promise<void> {
  if (rounds) client.setQueryData(roundsQuery(rounds.pod_id).queryKey, rounds)
  await client.invalidateQueries({ queryKey: queries.rounds.key() })
}

/** The card of the pod says how often it meets, so the pods are read again too. */
export async function rhythmChanged(client: QueryClient, rounds: RoundsOfPod): Promise<void> {
  await Promise.all([roundsChanged(client, rounds), client.invalidateQueries({ queryKey: queries.pods.key() })])
}

/** Shows the viewer's own check-in of the open round at once, and reads what else has changed. */
export function putCheckIn(client: QueryClient, pod_id: string, checkIn: CheckIn): void {
  client.setQueryData(roundsQuery(pod_id).queryKey, (before) => {
    if (!before?.open) return before
    const others = before.open.check_ins.filter(({ is_own }) => !is_own)
    return { ...before, open: { ...before.open, check_ins: [...others, checkIn] } }
  })
  void client.invalidateQueries({ queryKey: queries.rounds.key() })
}

/**
 * Reads the rounds again if one of these events of the pod's topic is about them, or if a member has left: nobody takes his
 * asks. Null: events may have been missed. For the one subscription of a page, which other rooms follow too.
 */
export function followRounds(client: QueryClient, events: readonly LiveEvent[] | null): void {
  if (events && !events.some(({ kind }) => /^((rhythm|round|check_in)\.|pod\.left$)/.test(kind))) return
  void client.invalidateQueries({ queryKey: queries.rounds.key() })
}
