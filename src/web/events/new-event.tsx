/** "Create Event": a button. The form is fetched when it is first wanted; with local mode off that comes first (EVT-06). */
import { CalendarPlus, Plus } from 'lucide'
import { useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { useEnable, useIsLocal } from '../nearby/nearby.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const fetchForm = () => import('./event-form.tsx')

interface NewEventProps {
  /** `fab`: above the thumb on a phone · `button`: anywhere else */
  look: 'button' | 'fab'
  /** made for this network, of which he is a member */
  group?: { id: string; name: string }
}

/** For members only; without an account there is nothing to see. */
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
          // it was switched off elsewhere: what he typed is kept, and goes on after it
          onModeOff={() => void enable.ask()}
        />
      )}
    </>
  )
}
