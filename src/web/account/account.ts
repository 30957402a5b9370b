/**
 * The room's front door for what every page needs; the screens are behind account.tsx, so that reading the feed does
 * not fetch them.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../kernel/api.ts'
import { answered, leaveForGood, leaveForNow } from '../kernel/leaving.ts'
import { useRefreshViewer, viewerQuery } from '../kernel/viewer.ts'
import { toast } from '../ui/toast.tsx'
import { leaveWords, takeWords } from './arrive.ts'
import { dropDraft } from './draft.ts'
import { changesSession, onSession } from './session.ts'

export { devicesQuery } from './devices-query.ts'
export { ownPath } from './next.ts'
export { noticesQuery } from './notices-query.ts'
export { announce } from './session.ts'

/** in ms; a device that was signed out from elsewhere notices no later than this while it is used */
const AGAIN = 60_000
export const SIGNED_OUT = 'You are signed out. What you began to write is kept on this device.'

/** Somebody else is here by now, or nobody; a form that was open is not there afterwards. */
export function startOver(client: QueryClient) {
  if (client.getQueryData(viewerQuery.queryKey)) leaveWords(SIGNED_OUT)
  leaveForGood()
  window.location.reload()
}

/** in ms */
const RENEWED_WITHIN = 1000

/**
 * Whether nobody is signed in here any more. False also when nobody answers. Switching the second step or choosing a new
 * password replaces the session: its end may be heard, here and in the other tabs, before the answer that brings the cookie
 * of the new one. So calls under way are awaited, and a no is believed when it is heard twice.
 */
export async function isSessionOver(client: QueryClient): Promise<boolean> {
  await answered()
  for (const pause of [0, RENEWED_WITHIN]) {
    if (pause) await new Promise((go) => setTimeout(go, pause))
    const viewer = await api.account.getViewer().catch(() => undefined)
    if (viewer) client.setQueryData(viewerQuery.queryKey, viewer)
    if (viewer !== null) return false
  }
  return true
}

/**
 * Stands once in the shell: says what is to be said on arrival, and starts over when another tab signed in or out, or
 * when this device was signed out from another one.
 */
export function useSession() {
  const router = useRouter()
  const client = useQueryClient()
  const refreshViewer = useRefreshViewer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the life of the tab
  useEffect(() => {
    let looked = Date.now()
    const look = async () => {
      const isDue = document.visibilityState === 'visible' && Date.now() - looked > AGAIN
      if (!isDue || !client.getQueryData(viewerQuery.queryKey)) return
      looked = Date.now()
      if (await isSessionOver(client)) startOver(client)
    }
    const hush = router.subscribe('onResolved', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      hush()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the life of the tab
  useEffect(() => {
    const words = takeWords()
    if (words === SIGNED_OUT) {
      // unless he has come back meanwhile, or another man
      if (!client.getQueryData(viewerQuery.queryKey)) toast.plain(words, { patient: true })
    } else if (words) toast.good(words)
    return onSession(({ event, elsewhere }) => {
      if (!elsewhere) return
      if (changesSession(event)) {
        // a sign-up that waited here for its mail is over; other drafts are kept, the rest of the screen is fetched anew
        dropDraft()
        startOver(client)
      } else if (event === 'signing_out') leaveForNow()
      else if (event === 'user_updated')
        void refreshViewer().then(
          () => router.invalidate(),
          () => {},
        )
    })
  }, [])
}
