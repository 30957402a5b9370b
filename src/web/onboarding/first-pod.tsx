/** Creates the member's own pod within the pods step. The draft is kept until the pod is created. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { type FormEvent, useEffect, useState } from 'react'
import { SAY_FIRST } from '#contract/onboarding-words.ts'
import { isBlank, POD } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea, TextInput } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { draftOf, offeredPodsQuery } from './onboarding.ts'

/** `id` is set at the first attempt, so that a retry creates the same pod */
const EMPTY = { id: '', name: '', description: '' }

interface FirstPodProps {
  member: string
  /** the member has reached the maximum number of pods */
  isFull: boolean
  onMade: () => void
}

export function FirstPod({ member, isFull, onMade }: FirstPodProps) {
  const client = useQueryClient()
  const { draft, change, drop } = useDraft(draftOf(member, 'pod'), EMPTY)
  const [isOpen, setOpen] = useState(false)
  const [wrong, setWrong] = useState<string>()
  /** the element that gets the focus; a new object each time, so that the same id can be focused twice */
  const [wanted, setWanted] = useState<{ id: string }>()
  // in an effect, because an animation frame may run before React has rendered
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus()
  }, [wanted])
  const focusOn = (id: string) => setWanted({ id })
  const making = useMutation({
    mutationFn: ({ description, ...pod }: typeof EMPTY) =>
      api.onboarding.createFirstPod({ ...pod, ...(isBlank(description) ? {} : { description }) }, withTimeout()),
    onSuccess: (pod) => {
      drop()
      setOpen(false)
      toast.good(SAY_FIRST.podMade)
      client.setQueryData(offeredPodsQuery().queryKey, (before) => [
        pod,
        ...(before ?? []).filter(({ id }) => id !== pod.id),
      ])
      onMade()
      focusOn('first-pod')
    },
    onError: (error) => {
      const { code, fields, sentence } = readFault(error, '')
      // the id now belongs to something else, so the next attempt gets a new id
      if (code === 'ID_TAKEN') change({ id: '' })
      setWrong(fields.name)
      toast.bad(SAY_FIRST.podFailed, sentence || 'Nothing you entered is lost. Try again.')
      focusOn('first-pod-name')
    },
  })
  const open = () => {
    if (isFull) return toast.bad(SAY_FIRST.podsMany)
    setOpen(true)
    focusOn('first-pod-name')
  }
  const close = () => {
    setOpen(false)
    focusOn('first-pod')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (making.isPending) return
    if (isBlank(draft.name)) {
      setWrong(SAY_FIRST.podNameBlank)
      return focusOn('first-pod-name')
    }
    setWrong(undefined)
    const id = draft.id || newId()
    change({ id })
    making.mutate({ ...draft, id })
  }
  if (!isOpen)
    return (
      <div className="first-own">
        <Button id="first-pod" className="needs-script" variant="quiet" icon={Plus} wide onClick={open}>
          Create a pod of your own
        </Button>
      </div>
    )
  return (
    <form className="first-own stack" onSubmit={submit} noValidate aria-label="Create a pod of your own">
      <Field label="Pod name" id="first-pod-name" error={wrong} required>
        <TextInput
          value={draft.name}
          limit={POD.name.max}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          readOnly={making.isPending}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label="Description" note="Optional">
        <TextArea
          value={draft.description}
          limit={POD.description}
          dir="auto"
          rows={2}
          readOnly={making.isPending}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <p className="sm soft">Open to everybody, with six seats. You are in it at once.</p>
      <div className="btn-row">
        <Button type="submit" variant="soft" busy={making.isPending} busyLabel="Creating...">
          Create Pod
        </Button>
        <Button variant="bare" disabled={making.isPending} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
