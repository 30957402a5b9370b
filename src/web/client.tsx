/**
 * The browser's entry: hydrates the page that the server rendered.
 * It replaces the entry of TanStack Start, which contains the transport of server functions (a tenth of the page's
 * script). This application has none; all requests use the contract.
 */
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { keepPageWhenOffline } from './kernel/failed-chunks.ts'
import { guardForeignNodes } from './kernel/foreign-nodes.ts'
import { keepRedrawnControls, restoreControls } from './kernel/redrawn-controls.ts'
import { getRouter } from './router.tsx'

keepPageWhenOffline()
guardForeignNodes()
keepRedrawnControls()
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
      { onRecoverableError },
    )
  })
})

/** React has drawn a part of the page anew, because the page was not as the server wrote it. */
function onRecoverableError(error: unknown) {
  reportError(error)
  try {
    restoreControls()
  } catch (failure) {
    // React calls this in the middle of its work, which must go on
    reportError(failure)
  }
}
