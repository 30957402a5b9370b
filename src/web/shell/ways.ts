/** The five places of a member, as header, tab bar and menu lead to them. */
import type { LinkProps } from '@tanstack/react-router'
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
  { spot: 'feed', to: '/categories', label: 'Feed' },
  { spot: 'groups', to: '/groups', label: 'Networks' },
  { spot: 'pods', to: '/pods', label: 'Pods' },
  { spot: 'local', to: '/local', label: 'Local' },
  { spot: 'profile', to: '/profile', label: 'Profile' },
]

/** "page" on the place itself, "true" on what lies inside it: the lamp is over it either way. */
export const currentOf = (path: string, spot: Spot) =>
  spotOf(path) === spot ? (isSpotItself(path) ? ('page' as const) : ('true' as const)) : undefined
