/** The form of a pause. A chunk of its own, loaded on demand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAUSE_REASONS, type PauseReason } from '#contract/round-words.ts'
import type { OwnRounds } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextInput } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { toast } from '../ui/toast.tsx'
import { roundsChanged } from './rounds.ts'

const REASONS: Record<PauseReason, string> = {
  newborn: 'A newborn',
  ill: 'Illness',
  travel: 'Travel',
  custody: 'Custody or family',
  other: 'Something else',
}

type End = 'open' | 'date'
const ENDS: readonly { value: End; label: string }[] = [
  { value: 'open', label: 'Until I end it' },
  { value: 'date', label: 'Until a date' },
]

const twoDigits = (number: number) => String(number).padStart(2, '0')
/** The day on this device's calendar, as a date field has it. */
const dayOf = (at: Date) => `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`

interface PauseFormProps {
  pod_id: string
  pause: OwnRounds['pause']
  onClose: () => void
}

export function PauseForm({ pod_id, pause, onClose }: PauseFormProps) {
  const client = useQueryClient()
  const [reason, setReason] = useState<PauseReason>(pause?.reason ?? 'other')
  const [end, setEnd] = useState<End>(pause?.until ? 'date' : 'open')
  const [day, setDay] = useState(pause?.until ? dayOf(pause.until) : '')
  const [isPressed, setPressed] = useState(false)
  const isDayMissing = end === 'date' && !day
  const saving = useMutation({
    mutationFn: () =>
      api.rounds.setPause(
        // the pause ends where that day begins on this device
        { pod_id, reason, until: end === 'date' ? new Date(`${day}T00:00:00`).toISOString() : null },
        withTimeout(),
      ),
    onMutate: () => toast.ahead(),
    onSuccess: (rounds) => {
      onClose()
      toast.good('You are on a pause. Your place is kept.')
      return roundsChanged(client, rounds)
    },
  })
  const fault = saving.isError ? readFault(saving.error, 'Your pause was not saved. Please try again.') : undefined
  const submit = () => {
    setPressed(true)
    if (isDayMissing) return void document.getElementById('pause-until')?.focus()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Take a pause"
      description="Nobody is told, not even your pod. You get no mails from it, and your place stays yours."
      dismissible={!saving.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            {pause ? 'Save' : 'Take a pause'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {fault && !fault.fields.until && <FormError>{fault.sentence}</FormError>}
        <fieldset className="reasons">
          <legend className="label">
            Why, if you like <span className="hint">Only you can see it</span>
          </legend>
          <div className="picks">
            {PAUSE_REASONS.map((one) => (
              <label key={one} className="pick">
                <input
                  type="radio"
                  className="sr"
                  name="pause-reason"
                  checked={reason === one}
                  onChange={() => setReason(one)}
                />
                {REASONS[one]}
              </label>
            ))}
          </div>
        </fieldset>
        <Segments legend="How long" options={ENDS} value={end} onChange={setEnd} />
        {end === 'date' && (
          <Field
            label="You are back on"
            id="pause-until"
            error={fault?.fields.until ?? (isPressed && isDayMissing && 'Choose a day')}
          >
            <TextInput type="date" value={day} onChange={(event) => setDay(event.target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
