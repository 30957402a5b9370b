/**
 * The browser's side of a page that came from the server.
 * Not Start's own entry: that one carries the transport of server functions (a tenth of the page's script), of which
 * there are none here; everything is asked for through the contract.
 */
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { stayWhenOffline } from './kernel/pieces.ts'
import { getRouter } from './router.tsx'

stayWhenOffline()
const router = getRouter()

// A breath before the page is taken over, and React's half of that is made only then (it lies in the same file and is
// there already): all at once would keep whoever presses meanwhile waiting.
setTimeout(async () => {
  const { hydrateRoot } = await import('react-dom/client')
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
})
