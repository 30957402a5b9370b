/** A few words to a member who may be in danger. What is typed is kept on this device until it is sent. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SAY_SAFETY, WORD_MAX } from '#contract/safety-words.ts'
import { isBlank } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { reloadEverything } from './admin.ts'

/** It does not say that there was a report: he is never told. */
const beginningFor = (name: string) => `Hello ${name},

we have been thinking of you today. You do not have to answer. If things are heavy right now, please talk to somebody: a friend, your doctor, or one of the people behind the link below. They have heard it before, from fathers too.

If anybody is in danger right now, please call the emergency number of your country.`

interface WordDialogProps {
  /** of the case */
  id: string
  name: string
  onClose: () => void
}

export function WordDialog({ id, name, onClose }: WordDialogProps) {
  const client = useQueryClient()
  const viewer = useViewer()
  const { draft, change, drop } = useDraft(`word.${viewer?.id}.${id}`, { words: beginningFor(name) })
  // an idempotency key: a repeated request sends one mail
  const [word_id] = useState(newId)
  const [blank, setBlank] = useState(false)
  const sending = useMutation({
    mutationFn: () => api.admin.writeToAuthor({ id, word_id, words: draft.words }, withTimeout()),
    onSuccess: async () => {
      toast.good('Your words are on their way')
      drop()
      onClose()
      await reloadEverything(client)
    },
  })
  const fault = sending.isError ? readFault(sending.error, SAY_SAFETY.wordFailed) : undefined
  const submit = () => {
    setBlank(isBlank(draft.words))
    if (isBlank(draft.words)) return document.getElementById('word')?.focus()
    if (!sending.isPending) sending.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`A word to ${name}`}
      description="He gets it by mail at once, signed by the administrators, with a link to the help lines. The log keeps it."
      dismissible={!sending.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={sending.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={sending.isPending} busyLabel="Sending...">
            Send
          </Button>
        </>
      }
    >
      <div className="stack gap">
        {fault && !fault.fields.words && <FormError>{fault.sentence}</FormError>}
        <Field
          label="Your words"
          id="word"
          error={blank && isBlank(draft.words) ? SAY_SAFETY.wordBlank : fault?.fields.words}
          required
        >
          <TextArea
            value={draft.words}
            limit={WORD_MAX}
            dir="auto"
            rows={8}
            onChange={(event) => change({ words: event.target.value })}
          />
        </Field>
      </div>
    </Dialog>
  )
}
