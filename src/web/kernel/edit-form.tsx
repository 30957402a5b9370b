/** The form for editing in place, and the confirmation before something is deleted. Loaded on demand. */
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/field.tsx'
import { type Fault, type Newer, readFault } from './fault.ts'
import { isComposing } from './input-method.ts'
import { SignInLink } from './sign-in.tsx'

interface EditFormProps {
  /** for example "Edit post" */
  label: string
  busy: boolean
  fault: Fault | undefined
  /** the message if the item was deleted in the meantime: nothing can be saved, but the text can still be copied */
  gone: string | false
  /** the item was changed elsewhere and the member looks at the newer version, which the draft then starts from */
  onLook: (newer: Newer) => void
  /** replaces the draft with the newer version */
  onTake: (newer: Newer) => void
  onSave: () => void
  onCancel: () => void
  onGone: () => void
  children: ReactNode
}

/** Escape cancels, Ctrl+Enter saves. The focus goes to the end of the first field. */
export function EditForm(props: EditFormProps) {
  const { label, busy, fault, gone, onLook, onTake, onSave, onCancel, onGone, children } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
    // scroll the whole form into view, with its buttons, which may be covered by a bar or below the viewport
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const cancel = () => {
    if (!busy) (gone ? onGone : onCancel)()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      cancel()
    }
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit()
  }
  const elsewhere = fault && Object.keys(fault.fields).length === 0
  return (
    <form
      className="stack edit"
      ref={form}
      aria-label={label}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !gone) onSave()
      }}
    >
      {children}
      {(gone || elsewhere) && (
        <FormError>
          {gone || fault?.sentence}
          {!gone && fault?.newer && <Elsewhere newer={fault.newer} busy={busy} onLook={onLook} onTake={onTake} />}
          {fault?.signIn && (
            <p>
              <SignInLink>Sign In</SignInLink>. What you wrote stays here.
            </p>
          )}
        </FormError>
      )}
      <div className="row between wrap">
        {!gone && <span className="hint">Kept on this device until saved</span>}
        <span className="btn-row">
          <Button variant="quiet" disabled={busy} onClick={cancel}>
            {gone ? 'Close' : 'Cancel'}
          </Button>
          {!gone && (
            <Button type="submit" busy={busy} busyLabel="Saving...">
              Save
            </Button>
          )}
        </span>
      </div>
    </form>
  )
}

interface ElsewhereProps extends Pick<EditFormProps, 'onLook' | 'onTake'> {
  newer: Newer
  busy: boolean
}

/** Shows the version that was saved elsewhere beside this draft. The member decides which one stays. */
function Elsewhere({ newer, busy, onLook, onTake }: ElsewhereProps) {
  const [seen, setSeen] = useState<Newer>()
  const look = () => {
    setSeen(newer)
    onLook(newer)
  }
  if (seen !== newer)
    return (
      <>
        <p>What you have typed is kept here.</p>
        <Button variant="quiet" onClick={look}>
          Look at the newer text
        </Button>
      </>
    )
  return (
    <>
      <p>This is the newer text. Save puts yours in its place.</p>
      <blockquote className="newer" dir="auto">
        {newer.title && <b>{newer.title}</b>}
        {newer.content}
      </blockquote>
      <Button variant="quiet" disabled={busy} onClick={() => onTake(newer)}>
        Use the newer text
      </Button>
    </>
  )
}

interface DeleteDialogProps {
  open: boolean
  onClose: () => void
  title: string
  question: string
  /** the message for an unexpected error */
  otherwise: string
  /** the fault codes that mean that the item was deleted already */
  missing: readonly string[]
  send: () => Promise<unknown>
  /** `already`: it was deleted before, most likely by the member himself in another tab */
  onDeleted: (already: boolean) => unknown
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { open, onClose, title, question, otherwise, missing, send, onDeleted } = props
  // a second press may come before the first one is rendered, or after the answer and before the item has disappeared
  const pressed = useRef(false)
  const deleting = useMutation({
    mutationFn: send,
    onSuccess: () => onDeleted(false),
    onError: async (error) => {
      if (missing.includes(readFault(error, '').code)) await onDeleted(true)
      else pressed.current = false
    },
  })
  const confirm = () => {
    if (pressed.current) return
    pressed.current = true
    deleting.mutate()
  }
  const fault = deleting.isError ? readFault(deleting.error, otherwise) : undefined
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return
        deleting.reset()
        onClose()
      }}
      title={title}
      confirmLabel="Delete"
      busy={deleting.isPending}
      busyLabel="Deleting..."
      error={
        fault && (
          <>
            {fault.sentence}
            {fault.signIn && (
              <p>
                <SignInLink>Sign In</SignInLink>
              </p>
            )}
          </>
        )
      }
      onConfirm={confirm}
    >
      {question}
    </ConfirmDialog>
  )
}
