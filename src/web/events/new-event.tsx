/** The button "Create Event". The form is loaded on demand. If local mode is off, the member must switch it on first. */
import { CalendarPlus, Plus } from 'lucide'
import { useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { useEnable, useIsLocal } from '../nearby/nearby.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const fetchForm = () => import('./event-form.tsx')

interface NewEventProps {
  /** `fab`: the floating button on a phone · `button`: anywhere else */
  look: 'button' | 'fab'
  /** the network that the event is for; the viewer is a member of it */
  group?: { id: string; name: string }
}

/** Renders nothing for visitors. */
export function NewEvent({ look, group }: NewEventProps) {
  const viewer = useViewer()
  const isLocal = useIsLocal()
  const form = useLazyPart(fetchForm)
  const [open, setOpen] = useState(false)
  const openForm = async () => setOpen((await form.ask()) !== undefined)
  const enable = useEnable(() => void openForm())
  if (!viewer) return null

  const warm = () => void (isLocal ? fetchForm().catch(() => {}) : enable.warm())
  const opener = {
    onClick: () => void (isLocal ? openForm() : enable.ask()),
    onPointerEnter: warm,
    onFocus: warm,
    'aria-busy': form.waiting || enable.waiting || undefined,
  }
  return (
    <>
      {look === 'fab' ? (
        <button type="button" className="fab needs-script" aria-label="Create Event" {...opener}>
          <Icon of={Plus} />
        </button>
      ) : (
        <Button className="needs-script" icon={CalendarPlus} {...opener}>
          Create Event
        </Button>
      )}
      {enable.dialog}
      {form.piece && (
        <form.piece.CreateEvent
          key={`${viewer.id} ${group?.id}`}
          member={viewer.id}
          group={group}
          open={open}
          onOpenChange={setOpen}
          // local mode was switched off on another device: the draft is kept, and the form opens again afterwards
          onModeOff={() => void enable.ask()}
        />
      )}
    </>
  )
}
