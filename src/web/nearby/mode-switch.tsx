/**
 * "Local Mode" in the member's settings. Switching on asks for the same confirmation as /local; switching off is
 * immediate.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SwitchRow } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { useEnable, useIsLocal } from './local-mode.tsx'
import { localChanged } from './nearby.ts'

export function LocalModeSwitch() {
  const client = useQueryClient()
  const isLocal = useIsLocal()
  const enable = useEnable()
  const leaving = useMutation({
    mutationFn: () => api.nearby.setLocalMode({ enabled: false }, withTimeout()),
    onSuccess: (profile) => localChanged(client, profile),
    onError: (error) => toast.bad(SAY_LOCAL.modeOffFailed, readFault(error, 'Please try again.').sentence),
  })
  const change = (on: boolean) => {
    if (on) void enable.ask()
    else if (!leaving.isPending) leaving.mutate()
  }
  return (
    <>
      <SwitchRow
        label="Local Mode"
        hint="Dads near you and you see each other, within about a mile."
        checked={isLocal && !leaving.isPending}
        onChange={change}
      />
      {enable.dialog}
    </>
  )
}
