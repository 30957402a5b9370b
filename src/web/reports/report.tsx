/**
 * The dialog in which a member reports something to the administrators. The draft is kept on this device until it is
 * sent.
 */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { REPORT_NOTE_MAX, REPORT_REASONS, type ReportReason, SAY_SAFETY } from '#contract/safety-words.ts'
import { THING_WORDS, type ThingKind } from '#contract/thing-words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'

const EMPTY = { reason: '' as ReportReason | '', note: '' }

export interface Thing {
  kind: ThingKind
  id: string
}

interface ReportDialogProps {
  thing: Thing
  open: boolean
  onClose: () => void
}

export function ReportDialog({ thing: { kind, id }, open, onClose }: ReportDialogProps) {
  const viewer = useViewer()
  const { draft, change, drop } = useDraft(`report.${viewer?.id}.${id}`, EMPTY, open)
  const [lacks, setLacks] = useState(false)
  const sending = useMutation({
    mutationFn: (reason: ReportReason) =>
      api.reports.reportThing({ kind, id, reason, note: draft.note }, withTimeout()),
    onSuccess: () => {
      drop()
      onClose()
      toast.good(SAY_SAFETY.reportThanks)
    },
  })
  const fault = sending.isError ? readFault(sending.error, SAY_SAFETY.reportFailed) : undefined
  const close = () => {
    setLacks(false)
    sending.reset()
    onClose()
  }
  const submit = () => {
    if (sending.isPending) return
    setLacks(draft.reason === '')
    if (draft.reason === '') return document.getElementById('report-reason')?.focus()
    sending.mutate(draft.reason)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title={`Report this ${THING_WORDS[kind].word}`}
      description="The administrators read it as it is now. Whoever wrote it is not told, neither that it was reported nor by whom."
      dismissible={!sending.isPending}
      onSubmit={submit}
      foot={
        <>
          <Button variant="quiet" disabled={sending.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={sending.isPending} busyLabel="Sending...">
            Send report
          </Button>
        </>
      }
    >
      <div className="stack gap">
        {fault && Object.keys(fault.fields).length === 0 && (
          <FormError>
            {fault.sentence}
            {fault.signIn && (
              <p>
                <SignInLink>Sign In</SignInLink>. What you wrote stays here.
              </p>
            )}
          </FormError>
        )}
        <Field
          label="What is wrong with it?"
          id="report-reason"
          error={(lacks && draft.reason === '' && SAY_SAFETY.reportReasonBlank) || fault?.fields.reason}
          required
        >
          <Select
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value as ReportReason | '' })}
          >
            <option value="">Choose a reason</option>
            {REPORT_REASONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="What should they know?" id="report-note" note="Optional" error={fault?.fields.note}>
          <TextArea
            value={draft.note}
            limit={REPORT_NOTE_MAX}
            dir="auto"
            rows={4}
            onChange={(event) => change({ note: event.target.value })}
          />
        </Field>
        <p className="hint">If somebody is in danger right now, call your local emergency number first.</p>
      </div>
    </Dialog>
  )
}
