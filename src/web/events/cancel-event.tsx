/** The confirmation before an event is cancelled. A chunk of its own, loaded on demand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Event } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { updateMovedEvent } from './cache.ts'
import { eventQuery } from './queries.ts'

interface CancelEventProps {
  event: Event
  open: boolean
  onOpenChange: (open: boolean) => void
  /** called before the screen updates, because the pressed button disappears with it */
  onCancelled: () => void
}

export function CancelEvent({ event, open, onOpenChange, onCancelled }: CancelEventProps) {
  const client = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => api.events.cancelEvent({ id: event.id }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (cancelled) => {
      onCancelled()
      void client.cancelQueries({ queryKey: eventQuery(event.id).queryKey })
      updateMovedEvent(client, cancelled)
      onOpenChange(false)
      toast.good('Event cancelled')
    },
  })
  const fault = cancelling.isError ? readFault(cancelling.error, SAY_LOCAL.eventCancelFailed) : undefined
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) cancelling.reset()
        onOpenChange(next)
      }}
      title="Cancel this event?"
      confirmLabel="Cancel Event"
      cancelLabel="Keep It"
      busy={cancelling.isPending}
      busyLabel="Cancelling..."
      error={
        fault && (
          <>
            {fault.sentence}
            {fault.signIn && (
              <p>
                <SignInLink>Sign In</SignInLink>
              </p>
            )}
          </>
        )
      }
      onConfirm={() => cancelling.mutate()}
    >
      <p>
        <b dir="auto">{event.title}</b> will be marked as cancelled, for good: it cannot be brought back. Those who
        attend are told by mail.
      </p>
    </ConfirmDialog>
  )
}
