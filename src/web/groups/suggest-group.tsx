/** "Suggest a New Network": name and reason, for the administrators to decide. The draft is kept until it is sent. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { DESCRIPTION_MAX, isBlank, LOCATION_MAX, NAME_MAX } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea, TextInput } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

const EMPTY = { id: '', group_name: '', description: '', location: '' }

interface SuggestGroupProps {
  member: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function SuggestGroupDialog({ member, open, onOpenChange }: SuggestGroupProps) {
  const { draft, change, drop } = useDraft(`group.${member}`, EMPTY, open)
  const [incomplete, setIncomplete] = useState(false)
  const sending = useMutation({
    mutationFn: ({ location, ...wish }: typeof EMPTY) =>
      api.groups.suggestGroup({ ...wish, location: location.trim() || null }, withTimeout()),
    onSuccess: () => {
      drop()
      onOpenChange(false)
      toast.good('Network suggested! Your network request has been submitted for review.')
    },
    onError(error) {
      // the id now belongs to another suggestion, so the next attempt gets a new id
      if (readFault(error, '').code === 'ID_TAKEN') change({ id: '' })
    },
  })
  const fault = sending.isError ? readFault(sending.error, SAY_ROOMS.suggestFailed) : undefined
  const submit = () => {
    if (sending.isPending) return
    const lacks = isBlank(draft.group_name) ? 'wish-name' : isBlank(draft.description) ? 'wish-description' : null
    setIncomplete(lacks !== null)
    if (lacks) return document.getElementById(lacks)?.focus()
    // the id is saved before sending: if the answer is lost, the retry uses the same id
    const id = draft.id || newId()
    change({ id })
    sending.mutate({ ...draft, id })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Suggest a New Network"
      description="The administrators read it and tell you by mail. If it opens, you run it."
      dismissible={!sending.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={sending.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={sending.isPending} busyLabel="Sending...">
            Submit
          </Button>
        </>
      }
    >
      <div className="stack gap">
        {(incomplete || (fault && Object.keys(fault.fields).length === 0)) && (
          <FormError>
            {incomplete ? SAY_ROOMS.suggestIncomplete : fault?.sentence}
            {fault?.signIn && (
              <p>
                <SignInLink>Sign In</SignInLink>. What you wrote stays here.
              </p>
            )}
          </FormError>
        )}
        <Field label="Name" id="wish-name" error={fault?.fields.group_name} required>
          <TextInput
            value={draft.group_name}
            limit={NAME_MAX}
            dir="auto"
            autoComplete="off"
            onChange={(event) => change({ group_name: event.target.value })}
          />
        </Field>
        <Field label="Description" id="wish-description" error={fault?.fields.description} required>
          <TextArea
            value={draft.description}
            limit={DESCRIPTION_MAX}
            dir="auto"
            rows={4}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <Field label="Location" id="wish-location" note="Optional" error={fault?.fields.location}>
          <TextInput
            value={draft.location}
            limit={LOCATION_MAX}
            dir="auto"
            autoComplete="off"
            onChange={(event) => change({ location: event.target.value })}
          />
        </Field>
      </div>
    </Dialog>
  )
}
