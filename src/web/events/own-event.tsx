/**
 * Editing and cancelling an event, for its creator; cancelling also for admins of a network that the creator has left.
 * Both dialogs are loaded on demand.
 */
import { CalendarX2, Pencil } from 'lucide'
import { useState } from 'react'
import type { Event } from '#contract/events.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Icon } from '../ui/icon.tsx'

const fetchForm = () => import('./event-form.tsx')
const fetchQuestion = () => import('./cancel-event.tsx')

export function OwnEvent({ event }: { event: Event }) {
  const viewer = useViewer()
  const form = useLazyPart(fetchForm)
  const question = useLazyPart(fetchQuestion)
  const [open, setOpen] = useState<'edit' | 'cancel' | null>(null)
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  if (!viewer) return null
  const steps = [
    { key: 'edit', label: 'Edit', icon: Pencil, piece: form, warm: fetchForm },
    { key: 'cancel', label: 'Cancel event', icon: CalendarX2, piece: question, warm: fetchQuestion },
  ] as const
  const isOffered = { edit: event.can_edit, cancel: event.can_cancel && !event.is_cancelled }
  return (
    <div ref={place}>
      {/* gets the focus when the pressed button is gone */}
      <div className="acts event-own" data-own="event" tabIndex={-1}>
        {steps
          .filter(({ key }) => isOffered[key])
          .map(({ key, label, icon, piece, warm }) => (
            <button
              key={key}
              type="button"
              className="act needs-script"
              onClick={async () => setOpen((await piece.ask()) ? key : null)}
              onPointerEnter={() => void warm().catch(() => {})}
              onFocus={() => void warm().catch(() => {})}
            >
              <Icon of={icon} size="s" />
              {label}
            </button>
          ))}
      </div>
      {form.piece && (
        <form.piece.EditEvent
          key={viewer.id}
          member={viewer.id}
          event={event}
          open={open === 'edit'}
          onOpenChange={(next) => setOpen(next ? 'edit' : null)}
        />
      )}
      {question.piece && (
        <question.piece.CancelEvent
          event={event}
          open={open === 'cancel'}
          onOpenChange={(next) => setOpen(next ? 'cancel' : null)}
          onCancelled={() => moveFocus('[data-own="event"]')}
        />
      )}
    </div>
  )
}
