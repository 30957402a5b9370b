import { LogOut } from 'lucide'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { arrive } from './arrive.ts'
import { authCall } from './auth.ts'

export function LogoutButton() {
  const [busy, setBusy] = useState(false)
  async function leave() {
    setBusy(true)
    try {
      await authCall('sign-out', {})
      await arrive('/', 'Logged out', 'signed_out')
    } catch {
      toast.bad('Error', 'Failed to log out. Please try again.')
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" icon={LogOut} busy={busy} busyLabel="Logging out..." onClick={leave}>
      Logout
    </Button>
  )
}
