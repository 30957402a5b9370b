/** A member's five areas, as header, tab bar and menu link to them. */

import type { LinkProps } from '@tanstack/react-router'
import { URLS } from '#contract/url-words.ts'
import { isSpotItself, type Spot, spotOf } from './areas.ts'

/** The number of new items in each area. */
export type NewCounts = Partial<Record<Spot, number>>

interface AreaLink {
  spot: Spot
  to: LinkProps['to']
  label: string
}

/** In the order in which they are shown. */
export const areaLinks: readonly AreaLink[] = [
  { spot: 'feed', to: URLS.categories.path, label: 'Feed' },
  { spot: 'groups', to: URLS.groups.path, label: 'Networks' },
  { spot: 'pods', to: URLS.pods.path, label: 'Pods' },
  { spot: 'local', to: URLS.local.path, label: 'Local' },
  { spot: 'profile', to: URLS.profile.path, label: 'Profile' },
]

/** "page" on the area's own page, "true" on the pages below it; both are highlighted. */
export const currentOf = (path: string, spot: Spot) =>
  spotOf(path) === spot ? (isSpotItself(path) ? ('page' as const) : ('true' as const)) : undefined
