/**
 * The room's front door for what every page needs; the screens are behind account.tsx, so that reading the feed does
 * not fetch them.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRefreshViewer, viewerQuery } from '../kernel/viewer.ts'
import { toast } from '../ui/toast.tsx'
import { takeWords } from './arrive.ts'
import { dropDraft } from './draft.ts'
import { changesSession, onSession } from './session.ts'

export { devicesQuery } from './devices-query.ts'
export { ownPath } from './next.ts'

/** in ms; a device that was signed out from elsewhere notices no later than this while it is used */
const AGAIN = 60_000

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
      const viewer = await refreshViewer().catch(() => undefined)
      if (viewer === null) window.location.reload()
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
    if (words) toast.good(words)
    return onSession(({ event, elsewhere }) => {
      if (!elsewhere) return
      if (changesSession(event)) {
        // a sign-up that waited here for its mail is over; other drafts are kept, the rest of the screen is fetched anew
        dropDraft()
        window.location.reload()
      } else if (event === 'user_updated')
        void refreshViewer().then(
          () => router.invalidate(),
          () => {},
        )
    })
  }, [])
}
