import type { QueryClient } from '@tanstack/react-query'
import { reloadAfterSessionEnd, SIGNED_OUT } from '../account/account.ts'
import { isSigningOut } from '../kernel/signing-out.ts'
import { toast } from '../ui/toast.tsx'
import { isSignInPage } from './areas.ts'

let isSaid = false

/**
 * Reloads the page when the session ended, on another device or by an administrator. While the member writes, the page
 * stays with everything he typed, and a toast says so, once; a conversation shows it by itself.
 */
export function endWithSession(client: QueryClient): void {
  if (isSigningOut() || isSignInPage(window.location.pathname, false) || document.querySelector('[role="log"]')) return
  const isWriting = document.querySelector('[role="dialog"], :is(input, textarea, [contenteditable]):focus') !== null
  if (!isWriting) reloadAfterSessionEnd(client)
  else if (!isSaid) toast.plain(SIGNED_OUT, { patient: true })
  isSaid = true
}
