import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide'
import { useState } from 'react'
import { answered, whileLeaving } from '../kernel/leaving.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { arrive } from './arrive.ts'
import { authCall } from './auth.ts'
import { announce } from './session.ts'

export async function signOut(client: QueryClient): Promise<never> {
  return whileLeaving(async () => {
    announce('signing_out')
    await client.cancelQueries()
    await answered()
    await authCall('sign-out', {})
    return arrive('/', 'Logged out', 'signed_out')
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
