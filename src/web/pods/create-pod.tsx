/** The dialog "Create Pod", which leads into the new pod. The draft is kept on this device until the pod is created. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { codePoints, isBlank, MEETING_FREQUENCIES, type MeetingFrequency, POD } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea, TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { communitiesQuery, frequencyWords, podsChanged } from './pods.ts'

interface Draft {
  /** set at the first attempt, so that a retry creates the same pod */
  id: string
  name: string
  description: string
  /** as it was typed */
  capacity: string
  meeting_frequency: MeetingFrequency
  group_id: string
  is_private: boolean
}
const EMPTY: Draft = {
  ...{ id: '', name: '', description: '', capacity: String(POD.capacity.usual) },
  ...{ meeting_frequency: 'weekly', group_id: '', is_private: false },
}
const IDS = {
  name: 'pod-name',
  description: 'pod-description',
  capacity: 'pod-capacity',
  meeting_frequency: 'pod-frequency',
  group_id: 'pod-community',
} as const
type Named = keyof typeof IDS

/** Anything that is not a number counts as the smallest size. */
const seatsOf = (typed: string) => {
  const seats = Number.parseInt(typed, 10)
  return Number.isNaN(seats) ? POD.capacity.min : seats
}

function wrongIn({ name, capacity }: Draft): Partial<Record<Named, string>> {
  const seats = seatsOf(capacity)
  return {
    ...(isBlank(name) || codePoints(name.trim()) < POD.name.min ? { name: SAY_ROOMS.podNameShort } : {}),
    ...(seats < POD.capacity.min ? { capacity: SAY_ROOMS.podCapacityLow } : {}),
    ...(seats > POD.capacity.max ? { capacity: SAY_ROOMS.podCapacityHigh } : {}),
  }
}

interface CreatePodProps {
  member: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CreatePod({ member, open, onOpenChange }: CreatePodProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // a list that did not load counts as empty
  const communities = useQuery({ ...communitiesQuery(), enabled: open }).data ?? []
  const { draft, change, drop } = useDraft(`pod.${member}`, EMPTY, open)
  const [wrong, setWrong] = useState<Partial<Record<Named, string>>>({})
  const isOwn = communities.some(({ id }) => id === draft.group_id)

  const making = useMutation({
    mutationFn: ({ group_id, description, capacity, ...pod }: Draft) =>
      api.pods.createPod(
        {
          ...{ ...pod, name: pod.name.trim(), capacity: seatsOf(capacity) },
          ...(isBlank(description) ? {} : { description: description.trim() }),
          ...(isOwn ? { group_id } : {}),
        },
        withTimeout(),
      ),
    onSuccess: async (pod) => {
      drop()
      setWrong({})
      onOpenChange(false)
      toast.good(SAY_ROOMS.podMade)
      // the list is read again meanwhile
      void podsChanged(client, pod)
      await navigate({ to: '/pod/$podName', params: { podName: pod.slug } })
    },
    onError: (error) => {
      const { code, fields } = readFault(error, '')
      // the id now belongs to something else, so the next attempt gets a new id
      if (code === 'ID_TAKEN') change({ id: '' })
      setWrong(fields)
      focusFirst(fields)
    },
  })
  const fault = making.isError ? readFault(making.error, SAY_ROOMS.podFailed) : undefined
  const isElsewhere = fault && !Object.keys(fault.fields).some((field) => field in IDS)

  const submit = () => {
    if (making.isPending) return
    const found = wrongIn(draft)
    setWrong(found)
    if (focusFirst(found)) return
    const id = draft.id || newId()
    change({ id })
    making.mutate({ ...draft, id })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create Pod"
      dismissible={!making.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={making.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={making.isPending} busyLabel="Creating...">
            Create Pod
          </Button>
        </>
      }
    >
      <div className="stack">
        {isElsewhere && (
          <FormError>
            {fault.sentence}
            {fault.signIn && (
              <p>
                <SignInLink>Sign In</SignInLink>. What you wrote stays here.
              </p>
            )}
          </FormError>
        )}
        <Field label="Pod Name" id={IDS.name} error={wrong.name} required>
          <TextInput
            value={draft.name}
            limit={POD.name.max}
            dir="auto"
            autoComplete="off"
            readOnly={making.isPending}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label="Description (Optional)" id={IDS.description} error={wrong.description}>
          <TextArea
            value={draft.description}
            limit={POD.description}
            dir="auto"
            rows={3}
            readOnly={making.isPending}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <div className="halves tight">
          <Field label="Capacity" id={IDS.capacity} error={wrong.capacity}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={POD.capacity.min}
              max={POD.capacity.max}
              value={draft.capacity}
              readOnly={making.isPending}
              onChange={(event) => change({ capacity: event.target.value })}
              onBlur={() => change({ capacity: String(seatsOf(draft.capacity)) })}
            />
          </Field>
          <Field
            label="Meeting Frequency"
            id={IDS.meeting_frequency}
            hint={draft.meeting_frequency === 'monthly' && 'Rounds come every four weeks'}
            error={wrong.meeting_frequency}
          >
            <Select
              value={draft.meeting_frequency}
              onChange={(event) => change({ meeting_frequency: event.target.value as MeetingFrequency })}
            >
              {MEETING_FREQUENCIES.map((frequency) => (
                <option key={frequency} value={frequency}>
                  {frequencyWords(frequency)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field label="Community (Optional)" id={IDS.group_id} error={wrong.group_id}>
          <Select value={isOwn ? draft.group_id : ''} onChange={(event) => change({ group_id: event.target.value })}>
            <option value="">No community</option>
            {communities.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <SwitchRow
          label="Private Pod"
          hint="Only you can invite members to this pod"
          checked={draft.is_private}
          onChange={(is_private) => change({ is_private })}
        />
      </div>
    </Dialog>
  )
}

/** Returns false if no field is wrong. */
function focusFirst(wrong: Partial<Record<string, string>>): boolean {
  const first = (Object.keys(IDS) as Named[]).find((field) => wrong[field])
  if (first) document.getElementById(IDS[first])?.focus()
  return first !== undefined
}
