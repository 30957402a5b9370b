/** "Enable Local Mode": explains what is shared and with whom before anything is shared. Loaded on demand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { currentPosition, whyNot } from './geolocation.ts'
import { localChanged } from './nearby.ts'

interface EnableLocalModeProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onEnabled?: (() => void) | undefined
}

export function EnableLocalMode({ open, onOpenChange, onEnabled }: EnableLocalModeProps) {
  const client = useQueryClient()
  const enabling = useMutation({
    mutationFn: () => api.nearby.setLocalMode({ enabled: true }, withTimeout()),
    onSuccess: async (profile) => {
      onOpenChange(false)
      toast.good(SAY_LOCAL.modeOn)
      await localChanged(client, profile)
      onEnabled?.()
      await shareCurrent()
    },
    onError: (error) => {
      const { sentence, signIn } = readFault(error, SAY_LOCAL.modeFailed)
      toast.bad(SAY_LOCAL.modeFailed, signIn || sentence !== SAY_LOCAL.modeFailed ? sentence : undefined)
    },
  })
  /** If the member refuses the browser's question, he can enter a town instead. */
  const shareCurrent = async () => {
    try {
      await localChanged(client, await api.nearby.updateLocation(await currentPosition(), withTimeout()))
    } catch (error) {
      const why = whyNot(error, SAY_LOCAL.locationFailed)
      const { code, sentence } = readFault(error, '')
      toast.bad(
        why,
        code === 'FAILED'
          ? 'Local mode is on. You can name a town or a postal code in the location settings.'
          : `Local mode is on. ${sentence}`,
      )
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enable Local Mode?"
      tone="primary"
      confirmLabel="Enable Local Mode"
      busy={enabling.isPending}
      busyLabel="Enabling..."
      onConfirm={() => enabling.mutate()}
    >
      <p>
        Your general location will be shared with other dads who have local mode on: within about a mile, never your
        address. You see them in the same way.
      </p>
      <p className="soft ui">
        We keep only the square of about a mile that you are in, never the spot itself. Where few dads live, others see
        a square of about five miles. Turning local mode off, or signing out, deletes it. What your profile says about
        where you live is up to you.
      </p>
    </ConfirmDialog>
  )
}
