/**
 * The browser's entry: hydrates the page that the server rendered.
 * It replaces the entry of TanStack Start, which contains the transport of server functions (a tenth of the page's
 * script). This application has none; all requests use the contract.
 */
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { keepPageWhenOffline } from './kernel/failed-chunks.ts'
import { getRouter } from './router.tsx'

keepPageWhenOffline()
const router = getRouter()

// Hydration starts in a task of its own, and the module of react-dom is evaluated only then (it is in the same file). One
// long task would block the visitor's first interaction.
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
