/** The form with which a pod opens places. Loaded on demand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AIM_NAMES, type Aim, DOOR, SAY_SEEKERS, type Stage } from '#contract/seeker-words.ts'
import type { Door } from '#contract/seekers.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { AimChoice, StageChoice } from './choices.tsx'
import { keepDoor } from './seekers.ts'

interface DoorFormProps {
  door: Door
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DoorForm({ door: { pod_id, seats, opening }, open, onOpenChange }: DoorFormProps) {
  const client = useQueryClient()
  const taken = opening?.taken ?? 0
  const counts = Array.from({ length: DOOR.places }, (_, nth) => nth + 1).filter(
    (count) => count > taken && count - taken <= seats,
  )
  const [places, setPlaces] = useState(opening?.places ?? Math.min(2, counts.at(-1) ?? 1))
  const [stages, setStages] = useState<Stage[]>(opening?.stages ?? [])
  const [aims, setAims] = useState<Aim[]>(opening?.aims ?? [])
  const saving = useMutation({
    mutationFn: () => api.seekers.openDoor({ pod_id, places, stages, aims }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (door) => {
      keepDoor(client, door)
      onOpenChange(false)
      toast.good(SAY_SEEKERS.opened)
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Open places"
      description="You then see men who look for a pod like yours, and invite the ones you choose. Both sides try it for two rounds. Who comes in can read what was said before."
      dismissible={!saving.isPending}
      onSubmit={() => !saving.isPending && saving.mutate()}
      foot={
        <>
          <Button variant="quiet" disabled={saving.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            {opening ? 'Save' : 'Open places'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {saving.isError && <FormError>{readFault(saving.error, SAY_SEEKERS.failed).sentence}</FormError>}
        <Field label="How many places?">
          <Select value={String(places)} onChange={(event) => setPlaces(Number(event.target.value))}>
            {counts.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </Select>
        </Field>
        <StageChoice legend="How old are their kids?" hint="leave empty for any" chosen={stages} onChange={setStages} />
        <AimChoice
          legend="What your pod is about"
          hint="optional"
          chosen={aims}
          onChange={setAims}
          most={AIM_NAMES.length}
        />
      </div>
    </Dialog>
  )
}
