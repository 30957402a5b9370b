/** The confirmation before a member leaves a pod. Loaded on demand. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pod, PodCard } from '#contract/pods.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { reasonOf } from './join.ts'
import { podsChanged } from './pods.ts'

/** The member is out already: another tab was faster, or the first attempt arrived although its answer was lost. */
const isOut = (error: unknown) => ['NOT_IN_POD', 'POD_NOT_FOUND'].includes(readFault(error, '').code)

/** The pod was handed over to this member since the page was loaded. */
const isHis = (error: unknown) => readFault(error, '').code === 'CREATOR_STAYS'

const failed = (error: unknown) => toast.bad(`Failed to leave pod: ${reasonOf(error)}`)

interface LeaveProps {
  pod: PodCard
  open: boolean
  onClose: () => void
  /** called after the member has left, before the screen is updated */
  onLeft?: () => unknown
}

export function LeaveDialog({ pod, open, onClose, onLeft }: LeaveProps) {
  const client = useQueryClient()
  const done = async () => {
    toast.good(SAY_ROOMS.podLeft)
    onClose()
    await onLeft?.()
    await podsChanged(client)
  }
  const leaving = useMutation({
    mutationFn: () => api.pods.leavePod({ id: pod.id }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: done,
    onError: (error) => {
      if (isOut(error)) return done()
      failed(error)
      onClose()
      // the pod's page then asks the creator's question instead
      return isHis(error) ? podsChanged(client) : undefined
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return
        leaving.reset()
        onClose()
      }}
      title="Leave this pod?"
      confirmLabel="Leave Pod"
      busy={leaving.isPending}
      busyLabel="Leaving..."
      onConfirm={() => leaving.mutate()}
    >
      <p>
        You will no longer see the conversation of <b dir="auto">{pod.name}</b>. {backWords(pod)} Your messages stay
        there, so delete first what you want gone. Your check-ins you can delete later, too.
      </p>
    </ConfirmDialog>
  )
}

function backWords({ ended_at, is_private }: PodCard): string {
  if (ended_at) return 'It has ended, so you cannot come back to it. You can download what was said before you leave.'
  return is_private ? 'To come back you would have to ask again.' : 'You can join again if there is a seat for you.'
}

type End = 'hand-over' | 'delete'
const ENDS = [
  { value: 'hand-over', label: 'Hand it over' },
  { value: 'delete', label: 'Delete it' },
] as const

/** The creator hands the pod over, or deletes it for everyone. One that has ended he leaves like everyone else. */
export function CreatorLeaveDialog({ pod, open, onClose, onLeft }: LeaveProps & { pod: Pod }) {
  const client = useQueryClient()
  const others = pod.members.filter(({ id }) => id !== pod.creator?.id)
  const [chosen, setChosen] = useState<End>('hand-over')
  const canHandOver = others.length > 0
  const end: End = canHandOver ? chosen : 'delete'
  const [to, setTo] = useState('')
  const [isBlank, setBlank] = useState(false)
  const done = async () => {
    toast.good(end === 'delete' ? SAY_ROOMS.podDeleted : SAY_ROOMS.podLeft)
    onClose()
    await onLeft?.()
    await podsChanged(client)
  }
  const leaving = useMutation({
    mutationFn: async () => {
      if (end === 'delete') await api.pods.deletePod({ id: pod.id }, withTimeout())
      else await api.pods.handOverPod({ id: pod.id, to }, withTimeout())
    },
    onMutate: () => toast.ahead(),
    onSuccess: done,
    onError: (error) => {
      if (isOut(error)) return done()
      failed(error)
      // the choice stays selected when the dialog opens again
      onClose()
      return podsChanged(client)
    },
  })
  const submit = () => {
    const isMissing = end === 'hand-over' && !others.some(({ id }) => id === to)
    setBlank(isMissing)
    if (isMissing) document.getElementById('pod-successor')?.focus()
    else if (!leaving.isPending) leaving.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return
        leaving.reset()
        onClose()
      }}
      title="Leave this pod?"
      description="This pod is yours, so it cannot go on without somebody in your place."
      dismissible={!leaving.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={leaving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={end === 'delete' ? 'bad' : 'primary'}
            busy={leaving.isPending}
            busyLabel={end === 'delete' ? 'Deleting...' : 'Leaving...'}
          >
            {end === 'delete' ? 'Delete Pod' : 'Hand Over and Leave'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {canHandOver && <Segments legend="What happens to the pod" options={ENDS} value={end} onChange={setChosen} />}
        {end === 'hand-over' ? (
          <Field
            label="New creator"
            id="pod-successor"
            hint="He decides who joins from then on. He gets a mail, and you leave the pod."
            error={isBlank && 'Choose who takes over'}
          >
            <Select value={to} onChange={(event) => setTo(event.target.value)}>
              <option value="">Choose a member</option>
              {others.map(({ id, name, username }) => (
                <option key={id} value={id}>
                  {username ? `${name} (@${username})` : name}
                </option>
              ))}
            </Select>
          </Field>
        ) : (
          <p className="ui">
            <b dir="auto">{pod.name}</b> and its conversation are deleted for everyone in it. This cannot be undone.
          </p>
        )}
      </div>
    </Dialog>
  )
}
