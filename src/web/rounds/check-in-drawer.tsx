/** The form of a check-in as a drawer over the pod's conversation. A chunk of its own, loaded on demand. */
import type { OwnRounds, Round } from '#contract/rounds.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { CheckInFields, SendCheckIn } from './check-in-form.tsx'
import { useCheckIn } from './use-check-in.ts'

interface CheckInDrawerProps {
  pod_id: string
  round: Round
  own: OwnRounds
  member: string
  /** the round has closed while the drawer was open: what was typed stays readable, and is not sent */
  isClosed: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CheckInDrawer({ isClosed, open, onOpenChange, ...of }: CheckInDrawerProps) {
  const close = () => onOpenChange(false)
  const form = useCheckIn({ ...of, onSent: close })
  return (
    <Drawer
      from="bottom"
      open={open}
      onOpenChange={onOpenChange}
      title="Check in"
      dismissible={!form.isBusy}
      onSubmit={() => !isClosed && form.send()}
      foot={isClosed ? <RoundClosed onClose={close} /> : <SendCheckIn form={form} />}
    >
      <CheckInFields form={form} />
    </Drawer>
  )
}

const RoundClosed = ({ onClose }: { onClose: () => void }) => (
  <div className="row between wrap">
    <p className="ui flush grow" role="status">
      This round has just closed. Your words are kept for the next one.
    </p>
    <Button onClick={onClose}>Close</Button>
  </div>
)
