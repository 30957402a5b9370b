/** The viewer of this page. It is cached for the life of the tab: signing in and out load a new page. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { Viewer } from '#contract/account.ts'
import { api } from './api.ts'
import { type Brand, page } from './page.ts'

export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: () => page()?.viewer ?? api.account.getViewer(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The signed-in member, or null for a visitor. */
export const useViewer = (): Viewer | null => useContext(ViewerContext)

export interface CommunityInfo {
  brand: Brand
  publicUrl: string
  dev: boolean
  /** the server's time when this page was rendered */
  now: Date
}

/**
 * The community's settings, which do not change while a tab lives. They come with the first page; the browser never
 * requests them.
 */
export const communityQuery = queryOptions({
  queryKey: ['place'],
  queryFn: (): CommunityInfo => {
    const here = page()
    if (!here) throw new Error('The page has no community information')
    return { brand: here.brand, publicUrl: here.publicUrl, dev: here.dev, now: here.now }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

const ViewerContext = createContext<Viewer | null>(null)
const CommunityContext = createContext<CommunityInfo | undefined>(undefined)

/**
 * Provides both to the whole document. Every card needs the viewer and the time, and reading them from the query cache
 * each time costs the server.
 */
export function Reader({ children }: { children: ReactNode }) {
  const viewer = useQuery(viewerQuery).data ?? null
  const place = useQuery(communityQuery).data
  return createElement(ViewerContext, { value: viewer }, createElement(CommunityContext, { value: place }, children))
}

export function useCommunity(): CommunityInfo {
  const place = useContext(CommunityContext)
  if (!place) throw new Error('The page has no community information')
  return place
}

/** Writes a change of the member's own data to every component that shows it: name, avatar, theme. */
export const changeViewer = (client: QueryClient, change: Partial<Viewer>) =>
  client.setQueryData(viewerQuery.queryKey, (viewer) => (viewer ? { ...viewer, ...change } : viewer))

/** Asks the server again who the viewer is. */
export function useRefreshViewer() {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...viewerQuery, queryFn: () => api.account.getViewer(), staleTime: 0 })
}
