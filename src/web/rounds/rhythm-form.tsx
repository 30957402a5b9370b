/** The form of a pod's rhythm, and the confirmation before its rounds end. A chunk of its own, loaded on demand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RHYTHM_WEEKS, ROUND, WEEKDAYS } from '#contract/round-words.ts'
import type { Rhythm } from '#contract/rounds.ts'
import { placeOf } from '#contract/zone-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { ownZone } from '../kernel/zone.ts'
import { ZoneField } from '../kernel/zone-field.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextInput } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { Select } from '../ui/select.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import type { FilledRhythm } from './filled-rhythm.ts'
import { rhythmChanged } from './rounds.ts'
import { momentWords, oftenWords } from './words.ts'

const WEEKS = RHYTHM_WEEKS.map((weeks) => ({ value: String(weeks), label: oftenWords(weeks) }))
const { min, max } = ROUND.season
const SEASONS = Array.from({ length: max - min + 1 }, (_, nth) => String(min + nth)).map((value) => ({
  value,
  label: value,
}))

interface RhythmFormProps {
  pod_id: string
  rhythm: Rhythm | null
  /** what the form begins with if there is no rhythm */
  filled: FilledRhythm
  /** the words of a choice if a round can be opened at once */
  now: string | null
  onClose: () => void
}

export function RhythmForm({ pod_id, rhythm, filled, now, onClose }: RhythmFormProps) {
  const client = useQueryClient()
  const [own] = useState(ownZone)
  const [opensNow, setOpensNow] = useState(false)
  const { weekday: day, time: hour, weeks: often } = rhythm ?? filled
  const [typed, setTyped] = useState({
    ...{ weekday: String(day), time: hour, weeks: String(often) },
    time_zone: placeOf(rhythm?.time_zone ?? own),
    season: String(rhythm?.season_rounds ?? ROUND.season.usual),
  })
  const change = (more: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...more }))
  const saving = useMutation({
    mutationFn: () =>
      api.rounds.setRhythm(
        {
          ...{ pod_id, time: typed.time, time_zone: typed.time_zone },
          weekday: Number(typed.weekday),
          weeks: RHYTHM_WEEKS.find((weeks) => String(weeks) === typed.weeks)!,
          season_rounds: Number(typed.season),
          ...(now !== null && opensNow && { opens_now: true }),
        },
        withTimeout(),
      ),
    onMutate: () => toast.ahead(),
    onSuccess: (rounds) => {
      onClose()
      const begun = rounds.open && now !== null && opensNow ? 'Your round is open. ' : ''
      if (rounds.rhythm) toast.good(`${begun}Your next round opens on ${momentWords(rounds.rhythm.next_at, own)}.`)
      return rhythmChanged(client, rounds)
    },
  })
  const fault = saving.isError ? readFault(saving.error, 'The rhythm was not saved. Please try again.') : undefined
  const { weekday, time, time_zone, ...others } = fault?.fields ?? {}
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={rhythm ? 'Change your rhythm' : 'Choose your day'}
      description={
        rhythm
          ? 'It applies from the next round on, and your pod reads that you changed it. An open round stays as it is.'
          : 'Every member can change it later. Each round stays open for three days.'
      }
      dismissible={!saving.isPending}
      onSubmit={() => !saving.isPending && saving.mutate()}
      foot={
        <>
          <Button variant="quiet" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            {rhythm ? 'Save' : 'Start the rounds'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {fault && !(weekday || time || time_zone) && (
          <FormError>{Object.values(others)[0] ?? fault.sentence}</FormError>
        )}
        <div className="rhythm-when">
          <Field label="Day" error={weekday}>
            <Select value={typed.weekday} onChange={(event) => change({ weekday: event.target.value })}>
              {WEEKDAYS.map((name, index) => (
                <option key={name} value={index + 1}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Opens at" error={time}>
            <TextInput
              type="time"
              required
              value={typed.time}
              onChange={(event) => change({ time: event.target.value })}
            />
          </Field>
        </div>
        <p className="hint flush">It is no call: each of you checks in when it suits him, within three days.</p>
        <ZoneField
          value={typed.time_zone}
          onChange={(time_zone) => change({ time_zone })}
          hint="The time stays the same when the clocks change."
          error={time_zone}
        />
        <Segments legend="How often" options={WEEKS} value={typed.weeks} onChange={(weeks) => change({ weeks })} />
        <Segments
          legend="Rounds in a season"
          options={SEASONS}
          value={typed.season}
          onChange={(season) => change({ season })}
        />
        {now !== null && (
          <SwitchRow
            label={now}
            hint="It stays open for three days. The next one follows on your day."
            checked={opensNow}
            onChange={setOpensNow}
          />
        )}
        <p className="hint flush">After a season each of you says, in private, how to go on.</p>
      </div>
    </Dialog>
  )
}

interface EndRhythmProps {
  pod_id: string
  /** another man has asked to end them, so they end now */
  isAsked: boolean
  /** nobody else is in the pod, so they end now */
  isAlone: boolean
  open: boolean
  onClose: () => void
}

export function EndRhythmDialog({ pod_id, isAsked, isAlone, open, onClose }: EndRhythmProps) {
  const endsNow = isAsked || isAlone
  const client = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api.rounds.endRhythm({ pod_id }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: (rounds) => {
      onClose()
      toast.good(
        rounds.rhythm
          ? 'Your pod reads that you asked. You can take it back.'
          : 'Your pod has no more rounds. It goes on as a conversation.',
      )
      return rhythmChanged(client, rounds)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return
        ending.reset()
        onClose()
      }}
      title={endsNow ? 'End the rounds of your pod?' : 'Ask to end the rounds of your pod?'}
      confirmLabel={endsNow ? 'End the rounds' : 'Ask to end them'}
      tone="primary"
      busy={ending.isPending}
      busyLabel={endsNow ? 'Ending...' : 'Asking...'}
      error={ending.isError && readFault(ending.error, 'The rounds were not ended. Please try again.').sentence}
      onConfirm={() => ending.mutate()}
    >
      <p>
        {isAlone && 'Nobody else is in this pod right now, so they end at once. '}
        {isAsked && 'This is for all of you, and they end now. Your pod reads that you agreed, with your name. '}
        {!endsNow &&
          'Your pod reads that you asked, with your name, also by mail. If another man wants it too, or nobody else has a say yet, they end at once; otherwise in three days, unless one of you would rather go on. '}
        Your pod then goes on as a conversation, an open round still closes on its day, and nothing that was said is
        deleted. Any of you can choose a day again.
      </p>
    </ConfirmDialog>
  )
}
