/** The five places of a member, as header, tab bar and menu lead to them. */

import type { LinkProps } from '@tanstack/react-router'
import { URLS } from '#contract/url-words.ts'
import { isSpotItself, type Spot, spotOf } from './places.ts'

/** What is new in each place. */
export type News = Partial<Record<Spot, number>>

interface Way {
  spot: Spot
  to: LinkProps['to']
  label: string
}

/** SHELL-24, in this order. */
export const ways: readonly Way[] = [
  { spot: 'feed', to: URLS.categories.path, label: 'Feed' },
  { spot: 'groups', to: URLS.groups.path, label: 'Networks' },
  { spot: 'pods', to: URLS.pods.path, label: 'Pods' },
  { spot: 'local', to: URLS.local.path, label: 'Local' },
  { spot: 'profile', to: URLS.profile.path, label: 'Profile' },
]

/** "page" on the place itself, "true" on what lies inside it: the lamp is over it either way. */
export const currentOf = (path: string, spot: Spot) =>
  spotOf(path) === spot ? (isSpotItself(path) ? ('page' as const) : ('true' as const)) : undefined
