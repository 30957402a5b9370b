/** Queries of the administrators' lists, and the search parameters of the page. */
import type { QueryClient } from '@tanstack/react-query'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'

export const ADMIN_TABS = ['reports', 'networks', 'members', 'pods', 'help', 'assistant', 'log'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

const paged = {
  gcTime: LIST_LIFE,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
}

export type CaseState = 'open' | 'decided'

/** The search parameters of the address, which may contain anything. */
export interface Search {
  part?: string | undefined
  state?: string | undefined
  q?: string | number | undefined
  only?: string | undefined
}

/** Reads the search parameters; the default is the open reports. */
export function sought({ part, state, q, only }: Search) {
  const which: CaseState = state === 'decided' ? 'decided' : 'open'
  return {
    part: ADMIN_TABS.find((one) => one === part) ?? 'reports',
    state: which,
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : undefined,
    only: only === 'suspended' ? ('suspended' as const) : undefined,
  }
}

export const casesQuery = (state: CaseState) =>
  queries.admin.listReports.infiniteOptions({ ...paged, input: (after: string | undefined) => ({ state, after }) })

export const standingsQuery = (q?: string, only?: 'suspended') =>
  queries.admin.listStandings.infiniteOptions({ ...paged, input: (after: string | undefined) => ({ q, only, after }) })

export const actsQuery = () =>
  queries.admin.listActs.infiniteOptions({ ...paged, input: (after: string | undefined) => ({ after }) })

/** After an action everything is loaded again, including what the action was about. */
export const reloadEverything = (client: QueryClient) => client.invalidateQueries()
