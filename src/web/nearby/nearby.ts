/** Queries of the local pages: the member's local profile, the dads nearby, and the radius. */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { RADII, RADIUS_USUAL, type Radius } from '#contract/local-words.ts'
import type { LocalProfile } from '#contract/nearby.ts'
import { queries } from '../kernel/api.ts'
import { changeViewer } from '../kernel/viewer.ts'

/** one retry, after one second */
const PROFILE = { staleTime: 5 * 60_000, retry: 1, retryDelay: 1000 }

export const localProfileQuery = () => queries.nearby.getLocalProfile.queryOptions(PROFILE)

/** Other members come and go, so it is refetched each time it is shown. */
export const nearbyQuery = (radius: Radius) =>
  queries.nearby.listNearby.queryOptions({ input: { radius }, staleTime: 0, refetchOnWindowFocus: true })

/** After the member changed his location or local mode: refetches everything that depends on it. */
export async function localChanged(client: QueryClient, profile: LocalProfile): Promise<void> {
  client.setQueryData(localProfileQuery().queryKey, profile)
  changeViewer(client, { local_mode_enabled: profile.local_mode_enabled, location: profile.location })
  if (!profile.local_mode_enabled) client.removeQueries({ queryKey: queries.nearby.listNearby.key() })
  await Promise.all([
    client.invalidateQueries({ queryKey: queries.nearby.listNearby.key() }),
    // their distances, and which of them are within the radius
    client.invalidateQueries({ queryKey: queries.events.key() }),
  ])
}

const RADIUS_KEY = 'fatherkin.radius'
const isRadius = (miles: number): miles is Radius => (RADII as readonly number[]).includes(miles)
const listeners = new Set<() => void>()
/** used if the browser forbids storage; lives as long as the tab */
let memory: Radius | undefined

function keptRadius(): Radius {
  if (memory) return memory
  try {
    const kept = Number(localStorage.getItem(RADIUS_KEY))
    return isRadius(kept) ? kept : RADIUS_USUAL
  } catch {
    return RADIUS_USUAL
  }
}

export function keepRadius(radius: Radius): void {
  memory = radius
  try {
    localStorage.setItem(RADIUS_KEY, String(radius))
  } catch {
    // keptRadius() then returns `memory`
  }
  for (const listener of listeners) listener()
}

/** The radius in miles, kept in this browser. The server renders the default radius. */
export const useRadius = (): Radius =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    keptRadius,
    () => RADIUS_USUAL,
  )
