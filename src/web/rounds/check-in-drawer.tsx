/** The form of a check-in as a drawer over the pod's conversation. A chunk of its own, loaded on demand. */
import type { OwnRounds, Round } from '#contract/rounds.ts'
import { Drawer } from '../ui/drawer.tsx'
import { CheckInFields, SendCheckIn } from './check-in-form.tsx'
import { useCheckIn } from './use-check-in.ts'

interface CheckInDrawerProps {
  pod_id: string
  round: Round
  own: OwnRounds
  member: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CheckInDrawer({ open, onOpenChange, ...of }: CheckInDrawerProps) {
  const form = useCheckIn({ ...of, onSent: () => onOpenChange(false) })
  return (
    <Drawer
      from="bottom"
      open={open}
      onOpenChange={onOpenChange}
      title="Check in"
      dismissible={!form.isBusy}
      onSubmit={form.send}
      foot={<SendCheckIn form={form} />}
    >
      <CheckInFields form={form} />
    </Drawer>
  )
}
