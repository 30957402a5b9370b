/** Who reads this page. Kept for the life of the tab: signing in and out load a new page. */
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

export interface Place {
  brand: Brand
  publicUrl: string
  dev: boolean
  /** the server's clock when this page was drawn */
  now: Date
}

/** What does not change while a tab lives. It comes with the first page; the browser never asks for it. */
export const placeQuery = queryOptions({
  queryKey: ['place'],
  queryFn: (): Place => {
    const here = page()
    if (!here) throw new Error('The page came without its place')
    return { brand: here.brand, publicUrl: here.publicUrl, dev: here.dev, now: here.now }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

const ViewerContext = createContext<Viewer | null>(null)
const PlaceContext = createContext<Place | undefined>(undefined)

/** Around the document: every card asks who reads and what time it is, and each question to the queries costs the server. */
export function Reader({ children }: { children: ReactNode }) {
  const viewer = useQuery(viewerQuery).data ?? null
  const place = useQuery(placeQuery).data
  return createElement(ViewerContext, { value: viewer }, createElement(PlaceContext, { value: place }, children))
}

export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('The page came without its place')
  return place
}

/** Writes what the member changed about himself into every place that shows it: name, avatar, theme. */
export const changeViewer = (client: QueryClient, change: Partial<Viewer>) =>
  client.setQueryData(viewerQuery.queryKey, (viewer) => (viewer ? { ...viewer, ...change } : viewer))

/** Asks the server again who this is. */
export function useRefreshViewer() {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...viewerQuery, queryFn: () => api.account.getViewer(), staleTime: 0 })
}
