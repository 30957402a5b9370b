/** The line that says that something on screen is old and is read again, or that a page takes long to open. Loaded after the page. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { RotateCw } from 'lucide'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { checkSession } from '../kernel/check-session.ts'
import { followOldReads, type OldReads } from '../kernel/old-reads.ts'
import { followRefusals } from '../kernel/refused-reads.ts'
import { viewerQuery } from '../kernel/viewer.ts'
import { Icon } from '../ui/icon.tsx'
import { endWithSession } from './end-with-session.ts'

const MINUTE_MS = 60_000
/** In ms: a press that shows nothing for so long seems lost. */
const LONG_OPENING_MS = 1200

export function OldContent() {
  const client = useQueryClient()
  const router = useRouter()
  const [reads, setReads] = useState<OldReads>()
  useEffect(() => {
    const refusals = followRefusals({
      client,
      isMember: () => Boolean(client.getQueryData(viewerQuery.queryKey)),
      isStillMember: async () => (await checkSession()) !== null,
      onSignedOut: () => endWithSession(client),
      invalidate: () => void router.invalidate(),
    })
    const followed = followOldReads({
      client,
      isVisible: () => document.visibilityState === 'visible',
      onRefused: refusals.refuse,
    })
    const wake = () => document.visibilityState === 'visible' && followed.wake()
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    setReads(followed)
    return () => {
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
      followed.stop()
      refusals.stop()
    }
  }, [client, router])
  return reads ? <OldLine reads={reads} /> : null
}

/** The status element is always there, because screen readers announce only changes in an existing one. */
function OldLine({ reads }: { reads: OldReads }) {
  const since = useSyncExternalStore(reads.onChange, reads.since, () => null)
  const isReading = useSyncExternalStore(reads.onChange, reads.isReading, () => false)
  const isOnline = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  )
  useMinutes(since !== null)
  const isOpening = useLongOpening()
  const what = !isOnline ? 'You are offline.' : isReading ? 'Reading it again…' : 'We try again soon.'
  const words = isOpening ? 'The page takes longer than usual to open…' : since !== null && `${ageWords(since)} ${what}`
  return (
    <div className="old-line" role="status">
      {words && (
        <p>
          <Icon of={RotateCw} size="s" />
          <span>{words}</span>
        </p>
      )}
    </div>
  )
}

/** Whether the page that the member chose has been loading for a while, and the one before it is still shown. */
function useLongOpening(): boolean {
  const isLoading = useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' && location.href !== resolvedLocation?.href,
  })
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const wait = setTimeout(() => setLong(true), LONG_OPENING_MS)
    return () => {
      clearTimeout(wait)
      setLong(false)
    }
  }, [isLoading])
  return isLong
}

function onNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Draws the words again each minute. */
function useMinutes(isShown: boolean) {
  const [minutes, setMinutes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each minute begins the next one
  useEffect(() => {
    if (!isShown) return
    const wait = setTimeout(() => setMinutes((one) => one + 1), MINUTE_MS)
    return () => clearTimeout(wait)
  }, [isShown, minutes])
}

/** What lists and pages share: only some of what is shown may be old. `since`: in ms since 1970, 0 if it is not known. */
function ageWords(since: number): string {
  const minutes = since === 0 ? 0 : Math.floor((Date.now() - since) / MINUTE_MS)
  if (minutes < 1) return 'Some of this may be out of date.'
  if (minutes < 60) return `Some of this is from ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago.`
  const hours = Math.floor(minutes / 60)
  return `Some of this is from ${hours === 1 ? 'an hour' : `${hours} hours`} ago.`
}
