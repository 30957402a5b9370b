/** Pods in data: how they are asked for, what an address asks for, and what follows when somebody comes or goes. */
import type { QueryClient } from '@tanstack/react-query'
import type { Pod, PodCard } from '#contract/pods.ts'
import { type MeetingFrequency, slugOf } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'

/** As it stands in an address; without them all pods, the first page. */
export interface PodsSearch {
  q?: string | undefined
  page?: number | undefined
}

// others come and go meanwhile: whoever comes back to the tab sees it
const watched = { refetchOnWindowFocus: true }

export const podsQuery = ({ q = '', page = 1 }: PodsSearch) =>
  queries.pods.listPods.queryOptions({ ...watched, input: { q, page } })

/** The address as it is looked up: whoever types capitals or spaces means the same pod. */
export const podQuery = (name: string) =>
  queries.pods.getPod.queryOptions({ ...watched, input: { slug: slugOf(name) } })

/** Of one pod, or of all that he made. */
export const requestsQuery = (pod_id?: string) =>
  queries.pods.listPodRequests.infiniteOptions({
    ...watched,
    input: (after: string | undefined) => ({ ...(pod_id ? { pod_id } : {}), ...(after ? { after } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    staleTime: 0,
  })

/** Asked anew whenever the form opens: he may have come into one, or left it, a moment ago. */
export const communitiesQuery = () => queries.pods.listOwnCommunities.queryOptions({ staleTime: 0 })

/** Whatever is on the screen is asked anew, what is not is forgotten (PODL-43). `pod` is known already. */
export async function podsChanged(client: QueryClient, pod?: Pod): Promise<void> {
  client.removeQueries({ queryKey: queries.pods.key(), type: 'inactive' })
  if (pod) client.setQueryData(podQuery(pod.slug).queryKey, pod)
  await client.invalidateQueries({ queryKey: queries.pods.key() })
}

const FREQUENCIES: Record<MeetingFrequency, string> = {
  weekly: 'Weekly',
  'bi-weekly': 'Bi-weekly',
  monthly: 'Monthly',
  'as-needed': 'As needed',
}
export const frequencyWords = (frequency: MeetingFrequency) => FREQUENCIES[frequency]

export type WayIn = 'leave' | 'join' | 'request' | 'pending' | 'full' | 'out' | null

/** What a member may do at the door of this pod; null: he made it. */
export function wayIn(pod: PodCard): WayIn {
  if (pod.is_creator) return null
  if (pod.is_member) return 'leave'
  if (pod.taken_out) return 'out'
  if (pod.is_pending) return 'pending'
  if (pod.is_full) return 'full'
  return pod.is_private ? 'request' : 'join'
}

/** The numbers that a long list of pages shows: the first, the last, those around this one; null where some are left out. */
export function numbersAround(page: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((one, other) => one - other)
  return shown.flatMap((number, at) => {
    const before = shown[at - 1]
    if (before === undefined || number === before + 1) return [number]
    // one that is left out takes as much room as its sign
    return number === before + 2 ? [before + 1, number] : [null, number]
  })
}
