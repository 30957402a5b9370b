import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide'
import { useState } from 'react'
import { pendingRequests, whileSigningOut } from '../kernel/signing-out.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { authCall } from './auth.ts'
import { loadNewPage } from './load-new-page.ts'
import { announce } from './session.ts'

export async function signOut(client: QueryClient): Promise<never> {
  return whileSigningOut(async () => {
    announce('signing_out')
    await client.cancelQueries()
    await pendingRequests()
    await authCall('sign-out', {})
    return loadNewPage('/', 'Logged out', 'signed_out')
  })
}

export function LogoutButton() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function leave() {
    setBusy(true)
    try {
      await signOut(client)
    } catch {
      toast.bad('Error', 'Failed to log out. Please try again.')
      setBusy(false)
      void client.invalidateQueries()
    }
  }
  return (
    <Button variant="quiet" icon={LogOut} busy={busy} busyLabel="Logging out..." onClick={leave}>
      Logout
    </Button>
  )
}
