/** The form of a man who looks for a pod. Loaded on demand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RHYTHM_WEEKS, type RhythmWeeks } from '#contract/round-words.ts'
import { type Aim, SAY_SEEKERS, SEEKER, type Stage, WEEKS_WORDS } from '#contract/seeker-words.ts'
import type { Seeker } from '#contract/seekers.ts'
import { zoneName } from '#contract/zone-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { AimChoice, StageChoice } from './choices.tsx'
import { keepSearch } from './seekers.ts'

interface SearchFormProps {
  /** what he has said before */
  seeker: Seeker | null
  zone: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Wrong {
  stages?: string
  aims?: string
}

export function SearchForm({ seeker, zone, open, onOpenChange }: SearchFormProps) {
  const client = useQueryClient()
  const [stages, setStages] = useState<Stage[]>(seeker?.stages ?? [])
  const [aims, setAims] = useState<Aim[]>(seeker?.aims ?? [])
  const [weeks, setWeeks] = useState<RhythmWeeks>(seeker?.weeks ?? 1)
  const [wrong, setWrong] = useState<Wrong>({})
  const saving = useMutation({
    mutationFn: () => api.seekers.lookForPod({ stages, aims, weeks, time_zone: zone }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (search) => {
      keepSearch(client, search)
      onOpenChange(false)
      toast.good(SAY_SEEKERS.saved)
    },
  })
  const submit = () => {
    const found: Wrong = {
      ...(stages.length === 0 ? { stages: SAY_SEEKERS.stagesMissing } : {}),
      ...(aims.length === 0 ? { aims: SAY_SEEKERS.aimsMissing } : {}),
    }
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) document.querySelector<HTMLInputElement>(`[role=dialog] input[name=${first}]`)?.focus()
    else if (!saving.isPending) saving.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Find a pod"
      description="Pods that fit and have an open place see your name and these answers. Your kids’ names and birthdays are never asked."
      dismissible={!saving.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={saving.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            {seeker ? 'Save' : 'Start looking'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {saving.isError && <FormError>{readFault(saving.error, SAY_SEEKERS.failed).sentence}</FormError>}
        <StageChoice
          legend="How old are your kids?"
          hint="as many as fit"
          chosen={stages}
          onChange={setStages}
          error={wrong.stages}
        />
        <AimChoice
          legend="What do you want from a pod?"
          hint="One or two. Men in pods with an open place may read this beside your name, whatever their pod is about."
          chosen={aims}
          onChange={setAims}
          error={wrong.aims}
          most={SEEKER.aims}
        />
        <Field label="How often would you like to meet?">
          <Select value={String(weeks)} onChange={(event) => setWeeks(Number(event.target.value) as RhythmWeeks)}>
            {RHYTHM_WEEKS.map((one) => (
              <option key={one} value={one}>
                {WEEKS_WORDS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <p className="sm soft flush">
          Pods also see how many hours apart you are. Your zone: {zoneName(zone)}. You stay in line as long as you look
          in here once in {SEEKER.days} days.
        </p>
      </div>
    </Dialog>
  )
}
