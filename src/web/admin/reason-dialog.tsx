/** The dialog of an action that needs a reason. The typed reason is kept on this device until the action is done. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { REMOVAL_REASON_MAX, SAY_SAFETY } from '#contract/safety-words.ts'
import { isBlank } from '#contract/words.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { reloadEverything } from './admin.ts'

const EMPTY = { reason: '' }

interface ReasonDialogProps {
  /** identifies the draft: what the action is about */
  about: string
  title: string
  /** who reads the reason, and what the action does */
  children: ReactNode
  verb: string
  busyVerb: string
  done: string
  send: (reason: string) => Promise<unknown>
  onClose: () => void
  /** the action is done, or another administrator was faster: the pressed button may have disappeared */
  onGone: () => void
}

/** Fault codes of an action that another administrator has overtaken. */
const OVERTAKEN = ['REPORT_DECIDED', 'REPORT_NOT_FOUND', 'SUSPENDED_ALREADY', 'THING_GONE', 'NOT_THERE']

export function ReasonDialog(props: ReasonDialogProps) {
  const { about, title, children, verb, busyVerb, done, send, onClose, onGone } = props
  const client = useQueryClient()
  const viewer = useViewer()
  const { draft, change, drop } = useDraft(`deed.${viewer?.id}.${about}`, EMPTY)
  const [blank, setBlank] = useState(false)
  const end = async () => {
    drop()
    onClose()
    await reloadEverything(client)
    onGone()
  }
  const sending = useMutation({
    mutationFn: () => send(draft.reason),
    onSuccess: async () => {
      toast.good(done)
      await end()
    },
    onError: async (error) => {
      const { code, sentence } = readFault(error, '')
      if (!OVERTAKEN.includes(code)) return
      toast.plain(sentence, { patient: true })
      await end()
    },
  })
  const fault = sending.isError ? readFault(sending.error, SAY_SAFETY.decideFailed) : undefined
  const submit = () => {
    setBlank(isBlank(draft.reason))
    if (isBlank(draft.reason)) return document.getElementById('deed-reason')?.focus()
    if (!sending.isPending) sending.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={children}
      dismissible={!sending.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={sending.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="bad" busy={sending.isPending} busyLabel={busyVerb}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="stack gap">
        {fault && !fault.fields.reason && !OVERTAKEN.includes(fault.code) && <FormError>{fault.sentence}</FormError>}
        <Field
          label="Reason"
          id="deed-reason"
          error={blank && isBlank(draft.reason) ? SAY_SAFETY.reasonBlank : fault?.fields.reason}
          required
        >
          <TextArea
            value={draft.reason}
            limit={REMOVAL_REASON_MAX}
            dir="auto"
            rows={4}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
      </div>
    </Dialog>
  )
}
