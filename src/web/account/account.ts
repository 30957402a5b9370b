/**
 * Public module of the room for what every page needs. The screens are exported by account.tsx, so that the feed does not
 * load them.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { checkSession } from '../kernel/check-session.ts'
import { isSigningOut, markSigningOut, markSigningOutElsewhere } from '../kernel/signing-out.ts'
import { changeViewer, useRefreshViewer, viewerQuery } from '../kernel/viewer.ts'
import { toast } from '../ui/toast.tsx'
import { dropDraft } from './draft.ts'
import { leaveMessage, takeMessage } from './load-new-page.ts'
import { changesSession, onSession } from './session.ts'

export { devicesQuery } from './devices-query.ts'
export { noticesQuery } from './notices-query.ts'
export { ownPath } from './return-path.ts'
export { announce } from './session.ts'

/** in ms; if the session ended on another device, an active tab notices within this time */
const SESSION_CHECK_MS = 60_000
export const SIGNED_OUT = 'You are signed out. What you began to write is kept on this device.'

/** Resets the tab after the session changed or ended. Open forms are closed. */
export function reloadAfterSessionEnd(client: QueryClient) {
  if (client.getQueryData(viewerQuery.queryKey)) leaveMessage(SIGNED_OUT)
  markSigningOut()
  window.location.reload()
}

/**
 * Runs once, in the shell. Shows the message that the previous page left, and resets the tab if another tab signed in or
 * out, or if another device ended this session.
 */
export function useSession() {
  const router = useRouter()
  const client = useQueryClient()
  const refreshViewer = useRefreshViewer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the life of the tab
  useEffect(() => {
    let looked = Date.now()
    const look = async () => {
      const isDue = document.visibilityState === 'visible' && Date.now() - looked > SESSION_CHECK_MS
      const shown = client.getQueryData(viewerQuery.queryKey)
      if (!isDue || !shown) return
      looked = Date.now()
      const viewer = await checkSession().catch(() => undefined)
      if (viewer === undefined || isSigningOut()) return
      if (viewer?.id === shown.id) changeViewer(client, viewer)
      else reloadAfterSessionEnd(client)
    }
    const unsubscribe = router.subscribe('onResolved', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the life of the tab
  useEffect(() => {
    const words = takeMessage()
    if (words === SIGNED_OUT) {
      // unless a member has signed in meanwhile
      if (!client.getQueryData(viewerQuery.queryKey)) toast.plain(words, { patient: true })
    } else if (words) toast.good(words)
    return onSession(({ event, elsewhere }) => {
      if (!elsewhere) return
      if (changesSession(event)) {
        // ends a sign-up that waits for its mail; other drafts stay, the rest of the screen is loaded again
        dropDraft()
        reloadAfterSessionEnd(client)
      } else if (event === 'signing_out') markSigningOutElsewhere()
      else if (event === 'user_updated')
        void refreshViewer().then(
          () => router.invalidate(),
          () => {},
        )
    })
  }, [])
}
