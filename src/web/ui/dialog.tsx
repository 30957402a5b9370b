import { X } from 'lucide'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useBackCloses } from '../kernel/back-button.ts'
import { isComposing } from '../kernel/input-method.ts'
import { Button } from './button.tsx'
import { FormError } from './field.tsx'
import { Icon } from './icon.tsx'
import { Part } from './part.tsx'
import { toast } from './toast.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  /** A small control at the end of the title's line. */
  aside?: ReactNode
  /** One sentence under the title, read out with it. */
  description?: ReactNode
  /** Buttons that stay in view while the body scrolls; the main one is last. */
  foot?: ReactNode
  /** Makes body and foot one form, so that Enter submits it. The event's default is already prevented. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  closeLabel?: string
  /** False while a request is pending during which the dialog must stay open. */
  dismissible?: boolean
}

/**
 * A sheet from the bottom on a phone, centred in the desktop layout. The focus moves into it, stays in it, and returns to
 * the opener.
 */
export function Dialog(props: DialogProps) {
  return <DialogFrame {...props} place="mid" />
}

/** Shared by the dialog, side sheet and drawer. `place` is the edge that it comes from. */
export function DialogFrame(props: DialogProps & { place: 'mid' | 'end' | 'start' | 'bottom' }) {
  const { open, onOpenChange, title, aside, description, children, foot, onSubmit, place } = props
  const { closeLabel = 'Close', dismissible = true } = props
  const opener = useOpener()
  const change = (next: boolean) => {
    if (next || dismissible) onOpenChange(next)
  }
  useBackCloses(open, () => change(false))
  const inside = (
    <>
      {/* a body that scrolls must be reachable by keyboard even if it contains only text */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <div className="dlg-b" tabIndex={0}>
        {description && <Radix.Description className="soft ui">{description}</Radix.Description>}
        <Part>{children}</Part>
      </div>
      {foot && (
        <div className="dlg-f">
          <Part small>{foot}</Part>
        </div>
      )}
    </>
  )
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={`dlg ${place}`}
          onOpenAutoFocus={(event) => {
            opener.remember()
            toast.hush()
            focusWhereHelpful(event)
          }}
          onCloseAutoFocus={opener.giveBack}
          onInteractOutside={keepForToasts}
          onEscapeKeyDown={keepForField}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="dlg-h">
            <Radix.Title>{title}</Radix.Title>
            {aside}
            {dismissible && (
              <Radix.Close className="iconbtn" aria-label={closeLabel}>
                <Icon of={X} />
              </Radix.Close>
            )}
          </header>
          {onSubmit ? (
            <form
              className="dlg-main"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                // React passes events through portals: a form around the opener must not receive this one.
                event.stopPropagation()
                onSubmit(event)
              }}
            >
              {inside}
            </form>
          ) : (
            <div className="dlg-main">{inside}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Returns the focus to the element that opened the dialog. Radix does so only for its own trigger, and our dialogs are
 * opened from anywhere.
 */
function useOpener() {
  const opener = useRef<Element | null>(null)
  return {
    remember: () => {
      opener.current = document.activeElement
    },
    giveBack: (event: Event) => {
      event.preventDefault()
      if (opener.current?.isConnected && opener.current instanceof HTMLElement) opener.current.focus()
      // the opener no longer exists: if nothing else has the focus, it moves to the main content
      else if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
    },
  }
}

/**
 * Moves the focus to the element with `data-first`, unless it is disabled. Without one: with a mouse and a keyboard to
 * the first field, and on a phone to the dialog itself, so that the keyboard does not cover it.
 */
function focusWhereHelpful(event: Event) {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  event.preventDefault()
  const first = dialog.querySelector<HTMLElement>('[data-first]:not(:disabled)')
  if (first) return first.focus()
  const field = dialog.querySelector<HTMLElement>('.dlg-b :is(input:not([type=hidden]), textarea, select):enabled')
  if (field && matchMedia('(hover: hover) and (pointer: fine)').matches) field.focus()
  else dialog.focus()
}

/**
 * Escape ends the composition of an input method, or closes the list that is open in a field, but not the dialog around
 * it.
 */
function keepForField(event: KeyboardEvent) {
  const isList = event.target instanceof Element && event.target.matches('[role="combobox"][aria-expanded="true"]')
  if (isList || isComposing(event)) event.preventDefault()
}

/** A toast may lie over the dialog; dismissing it must not close the dialog. */
function keepForToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('.toasts')) event.preventDefault()
}

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What will happen, and what cannot be undone. */
  children: ReactNode
  /** What the button does, as a verb: "Delete", "Leave Pod". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'bad' | 'primary'
  busy?: boolean
  busyLabel?: string
  /** The error message; the dialog stays open with it. */
  error?: ReactNode
  /** The caller closes the dialog after success. */
  onConfirm: () => void
}

/** Asks for confirmation before a destructive action. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirmLabel, cancelLabel = 'Cancel' } = props
  const { tone = 'bad', busy, busyLabel, error, onConfirm } = props
  const opener = useOpener()
  const change = (next: boolean) => {
    if (next || !busy) onOpenChange(next)
  }
  useBackCloses(open, () => change(false))
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content
          className="dlg mid ask"
          onOpenAutoFocus={opener.remember}
          onCloseAutoFocus={opener.giveBack}
        >
          <header className="dlg-h">
            <AlertDialog.Title>{title}</AlertDialog.Title>
          </header>
          <div className="dlg-main">
            <div className="dlg-b stack">
              <AlertDialog.Description asChild>
                <div>{children}</div>
              </AlertDialog.Description>
              {error && <FormError>{error}</FormError>}
            </div>
            <div className="dlg-f">
              <AlertDialog.Cancel asChild>
                <Button variant="quiet">{cancelLabel}</Button>
              </AlertDialog.Cancel>
              <Button variant={tone} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
