/**
 * The viewer's time zone. A browser's first page is rendered without it; the browser then stores it in a cookie, so that
 * the next page is rendered with it. Only members' browsers do this: a visitor's pages are shared and have no cookie.
 */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isKnownZone } from '#contract/zone-words.ts'
import { page } from './page.ts'
import { useViewer } from './viewer.ts'

const YEAR = 365 * 24 * 3600

/**
 * Only in the browser: its time zone; null if it reports none, or one that it cannot format. A browser whose system has no zone
 * reports "Etc/Unknown", and refuses to format in it.
 */
export function knownZone(): string | null {
  try {
    // undefined in some private modes, whatever the types say
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
    return isKnownZone(zone) ? zone : null
  } catch {
    return null
  }
}

/** Only in the browser: its time zone, or UTC. */
export const ownZone = () => knownZone() ?? 'UTC'

export const zoneQuery = queryOptions({
  queryKey: ['zone'],
  queryFn: () => {
    const here = page()
    return here ? (here.zone ?? 'UTC') : ownZone()
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** For pages of members whose loader has loaded `zoneQuery`. */
export function useZone(): string {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const zone = useQuery(zoneQuery).data ?? 'UTC'
  useEffect(() => {
    const own = ownZone()
    if (own === zone || !isMember) return
    const isSecure = window.location.protocol === 'https:'
    const name = isSecure ? '__Host-fk.zone' : 'fk.zone'
    // biome-ignore lint/suspicious/noDocumentCookie: the other API is not in all browsers yet
    document.cookie = `${name}=${encodeURIComponent(own)}; Path=/; Max-Age=${YEAR}; SameSite=Lax${isSecure ? '; Secure' : ''}`
    client.setQueryData(zoneQuery.queryKey, own)
  }, [zone, client, isMember])
  return zone
}
