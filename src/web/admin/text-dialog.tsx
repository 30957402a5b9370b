/** The dialog of an action with one text. What is typed is kept on this device until the action is done. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isBlank } from '#contract/words.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { reloadEverything } from './admin.ts'

export interface TextField {
  /** of the input of the operation, and of its faults */
  name: string
  label: string
  /** in characters */
  max: number
  rows: number
  /** the sentence if nothing is typed */
  blank: string
}

interface TextDialogProps {
  /** identifies the draft: what the action is about */
  about: string
  title: string
  /** who reads the text, and what the action does */
  children: ReactNode
  field: TextField
  beginning?: string
  verb: string
  busyVerb: string
  isHarsh?: boolean
  done: string
  failed: string
  send: (text: string) => Promise<unknown>
  onClose: () => void
  /** fault codes of an action that another administrator has overtaken */
  overtaken?: readonly string[]
  /** the action is done, or another administrator was faster: the pressed button may have disappeared */
  onGone?: () => void
}

export function TextDialog(props: TextDialogProps) {
  const { about, title, children, field, beginning = '', verb, busyVerb, isHarsh, done, failed, send, onClose } = props
  const { overtaken = [], onGone } = props
  const client = useQueryClient()
  const viewer = useViewer()
  const { draft, change, drop } = useDraft(`admin-text.${viewer?.id}.${about}`, { text: beginning })
  const [isPressed, setPressed] = useState(false)
  const end = async () => {
    drop()
    onClose()
    await reloadEverything(client)
    onGone?.()
  }
  const sending = useMutation({
    mutationFn: () => send(draft.text),
    onSuccess: async () => {
      toast.good(done)
      await end()
    },
    onError: async (error) => {
      const { code, sentence } = readFault(error, '')
      if (!overtaken.includes(code)) return
      toast.plain(sentence, { patient: true })
      await end()
    },
  })
  const fault = sending.isError ? readFault(sending.error, failed) : undefined
  const isMissing = isBlank(draft.text)
  const submit = () => {
    setPressed(true)
    if (isMissing) return document.getElementById(FIELD)?.focus()
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
          <Button type="submit" variant={isHarsh ? 'bad' : undefined} busy={sending.isPending} busyLabel={busyVerb}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="stack gap">
        {fault && !fault.fields[field.name] && !overtaken.includes(fault.code) && (
          <FormError>{fault.sentence}</FormError>
        )}
        <Field
          label={field.label}
          id={FIELD}
          error={isPressed && isMissing ? field.blank : fault?.fields[field.name]}
          required
        >
          <TextArea
            value={draft.text}
            limit={field.max}
            dir="auto"
            rows={field.rows}
            onChange={(event) => change({ text: event.target.value })}
          />
        </Field>
      </div>
    </Dialog>
  )
}

const FIELD = 'admin-text'
