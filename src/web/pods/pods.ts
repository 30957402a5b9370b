/** Queries of pods, the query parameters of their list, and the cache update after a change. */
import type { QueryClient } from '@tanstack/react-query'
import type { Pod, PodCard } from '#contract/pods.ts'
import { type MeetingFrequency, slugOf } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'

/** The query parameters. Without them: all pods, the first page. */
export interface PodsSearch {
  q?: string | undefined
  page?: number | undefined
}

// other members join and leave, so the data is refetched when the tab gets the focus
const watched = { refetchOnWindowFocus: true }

export const podsQuery = ({ q = '', page = 1 }: PodsSearch) =>
  queries.pods.listPods.queryOptions({ ...watched, input: { q, page } })

/** Normalises the name in the address: capitals and spaces lead to the same pod. */
export const podQuery = (name: string) =>
  queries.pods.getPod.queryOptions({ ...watched, input: { slug: slugOf(name) } })

/** The requests to join one pod, or all pods that the viewer created. */
export const requestsQuery = (pod_id?: string) =>
  queries.pods.listPodRequests.infiniteOptions({
    ...watched,
    input: (after: string | undefined) => ({ ...(pod_id ? { pod_id } : {}), ...(after ? { after } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    staleTime: 0,
  })

/** Always stale, because the viewer may have joined or left a network since the form was last open. */
export const communitiesQuery = () => queries.pods.listOwnCommunities.queryOptions({ staleTime: 0 })

/** Refetches what is on the screen and drops the rest from the cache. `pod` is the server's answer, if there is one. */
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

/**
 * "Weekly" only for a pod that has rounds; before that it is what its creator wished. Rounds come every four weeks, not on a
 * day of the month.
 */
export function meetingWords({ meeting_frequency, has_rhythm, ended_at }: Meeting) {
  // a pod that has ended plans nothing
  if (meeting_frequency === null || ended_at !== null) return null
  const words = frequencyWords(meeting_frequency)
  if (meeting_frequency === 'as-needed') return words
  if (!has_rhythm) return `Plans to meet ${words.toLowerCase()}`
  return meeting_frequency === 'monthly' ? 'Every four weeks' : words
}

type Meeting = Pick<PodCard, 'meeting_frequency' | 'has_rhythm' | 'ended_at'>

export type WayIn = 'leave' | 'join' | 'request' | 'pending' | 'full' | 'out' | null

/** Returns what the viewer can do with the pod, or why he cannot do anything; null if he created it. */
export function wayIn(pod: PodCard): WayIn {
  if (pod.is_creator && !pod.ended_at) return null
  if (pod.can_leave) return 'leave'
  if (pod.can_join) return 'join'
  if (pod.can_request) return 'request'
  if (pod.taken_out) return 'out'
  return pod.is_pending ? 'pending' : 'full'
}

/** Returns the page numbers to show: the first, the last, and those around the current page. Null stands for a gap. */
export function numbersAround(page: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((one, other) => one - other)
  return shown.flatMap((number, at) => {
    const before = shown[at - 1]
    if (before === undefined || number === before + 1) return [number]
    // a single number takes as much space as the gap sign
    return number === before + 2 ? [before + 1, number] : [null, number]
  })
}
