/** Queries of the search for a pod and of a pod's door, and the update of the cache after a change. */
import type { QueryClient } from '@tanstack/react-query'
import type { Door, OwnSearch } from '#contract/seekers.ts'
import { queries } from '../kernel/api.ts'

// pods invite and men answer, so the data is refetched when the tab gets the focus
const watched = { refetchOnWindowFocus: true }

/** What the viewer looks for, his invitations, his trials, and the pods that fit. */
export const searchQuery = () => queries.seekers.getOwnSearch.queryOptions(watched)

/** For the members of the pod only. */
export const doorQuery = (pod_id: string) => queries.seekers.getDoor.queryOptions({ ...watched, input: { pod_id } })

/** For the administrators only. */
export const figuresQuery = () => queries.seekers.getPodFigures.queryOptions()

export const keepSearch = (client: QueryClient, search: OwnSearch) =>
  client.setQueryData(searchQuery().queryKey, search)

export const keepDoor = (client: QueryClient, door: Door) => client.setQueryData(doorQuery(door.pod_id).queryKey, door)

/** Reads the search and every door again, also after a refusal: what is on the screen is outdated then. */
export const seekersChanged = (client: QueryClient) => client.invalidateQueries({ queryKey: queries.seekers.key() })
