/**
 * The time zone of whoever reads. The first page of a browser is drawn without knowing it; the browser then says it in a
 * cookie, so that the next one is drawn with it. Only members' browsers do: a visitor's pages are shared, and have no cookie.
 */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { page } from './page.ts'
import { useViewer } from './viewer.ts'

const YEAR = 365 * 24 * 3600

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

export const zoneQuery = queryOptions({
  queryKey: ['zone'],
  queryFn: () => {
    const here = page()
    return here ? (here.zone ?? 'UTC') : ownZone()
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** For pages of members whose loader has asked for `zoneQuery`. */
export function useZone(): string {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const zone = useQuery(zoneQuery).data ?? 'UTC'
  useEffect(() => {
    const own = ownZone()
    if (own === zone || !isMember) return
    const isSecure = window.location.protocol === 'https:'
    const name = isSecure ? '__Host-fk.zone' : 'fk.zone'
    // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in all browsers yet
    document.cookie = `${name}=${encodeURIComponent(own)}; Path=/; Max-Age=${YEAR}; SameSite=Lax${isSecure ? '; Secure' : ''}`
    client.setQueryData(zoneQuery.queryKey, own)
  }, [zone, client, isMember])
  return zone
}
