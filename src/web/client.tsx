/**
 * The browser's side of a page that came from the server.
 * Not Start's own entry: that one carries the transport of server functions (a tenth of the page's script), of which
 * there are none here; everything is asked for through the contract.
 */
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'

const router = getRouter()

// a breath between making all this and taking the page over: whoever presses meanwhile is not kept waiting
setTimeout(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  }),
)
