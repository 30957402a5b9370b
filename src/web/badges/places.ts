/** The place that a visit to an address opens: the page of a tab itself; for networks, also every page inside it. */
import type { BadgePlace } from '#contract/badge-words.ts'

const places: readonly [RegExp, BadgePlace][] = [
  [/^\/(?:feed|categories)\/?$/, 'feed'],
  [/^\/(?:groups|group)(?:\/|$)/, 'groups'],
  [/^\/local\/?$/, 'local'],
  [/^\/profile\/?$/, 'profile'],
]

/** Search results are not the feed. */
export function placeAt({ pathname, search }: { pathname: string; search: object }): BadgePlace | undefined {
  const place = places.find(([pattern]) => pattern.test(pathname))?.[1]
  return place === 'feed' && 'q' in search ? undefined : place
}

/** A network's own page, where its messages are read. */
export const isNetwork = (pathname: string) => pathname.startsWith('/group/')

export const isFirstSteps = (pathname: string) => /^\/welcome\/*$/.test(pathname)
