/** The dialog of an action that needs a reason. */
import type { ReactNode } from 'react'
import { REMOVAL_REASON_MAX, SAY_SAFETY } from '#contract/safety-words.ts'
import { TextDialog, type TextField } from './text-dialog.tsx'

/** Fault codes of an action that another administrator has overtaken. */
const OVERTAKEN = ['REPORT_DECIDED', 'REPORT_NOT_FOUND', 'SUSPENDED_ALREADY', 'THING_GONE', 'NOT_THERE']

const REASON: TextField = {
  ...{ name: 'reason', label: 'Reason', max: REMOVAL_REASON_MAX, rows: 4 },
  blank: SAY_SAFETY.reasonBlank,
}

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

export const ReasonDialog = (props: ReasonDialogProps) => (
  <TextDialog {...props} field={REASON} isHarsh failed={SAY_SAFETY.decideFailed} overtaken={OVERTAKEN} />
)
