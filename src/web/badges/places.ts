/** Which place is opened by a visit to this address: the tab's own page, and of networks whatever is inside (NOTIF-02). */
import type { BadgePlace } from '#contract/badge-words.ts'

const places: readonly [RegExp, BadgePlace][] = [
  [/^\/(?:feed|categories)\/?$/, 'feed'],
  [/^\/(?:groups|group)(?:\/|$)/, 'groups'],
  [/^\/local\/?$/, 'local'],
  [/^\/profile\/?$/, 'profile'],
]

/** What was searched for is not the feed. */
export function placeAt({ pathname, search }: { pathname: string; search: object }): BadgePlace | undefined {
  const place = places.find(([pattern]) => pattern.test(pathname))?.[1]
  return place === 'feed' && 'q' in search ? undefined : place
}

/** A network's own page: what is said in it is read there. */
export const isNetwork = (pathname: string) => pathname.startsWith('/group/')

export const isFirstSteps = (pathname: string) => /^\/welcome\/*$/.test(pathname)
