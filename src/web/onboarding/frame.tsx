/** The layout of every step: the heading, and the buttons at the bottom within reach of the thumb. */
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { HEADINGS, type Step } from '#contract/onboarding-words.ts'
import { Button, SendButton } from '../ui/button.tsx'

interface StepFrameProps {
  step: Step
  lead?: ReactNode
  /** beside the buttons, for example the number of choices */
  status?: ReactNode
  back: (() => void) | undefined
  onContinue: () => void
  label?: string
  busyLabel?: string
  busy: boolean
  /** the step is not complete; `status` says what is missing */
  held?: boolean
  /** a second way to continue, beside the main button */
  aside?: ReactNode
  /** below the step's form: a form of its own */
  below?: ReactNode
  form?: Ref<HTMLFormElement>
  children: ReactNode
}

export function StepFrame(props: StepFrameProps) {
  const { step, lead, status, back, onContinue, busy, held, aside, below, form, children } = props
  const { label = 'Continue', busyLabel = 'Saving...' } = props
  const hydrated = useHydrated()
  const foot = useRef<HTMLDivElement>(null)
  useAboveKeyboard(foot)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !held) onContinue()
  }
  return (
    <>
      <div className="panel first-panel">
        <form id="first-step" ref={form} onSubmit={submit} noValidate method="post" aria-labelledby="first-h">
          <h2 id="first-h" tabIndex={-1}>
            {HEADINGS[step]}
          </h2>
          {lead && <p className="ui soft">{lead}</p>}
          {/* Enter submits a form even without a button; until hydration a disabled button prevents that */}
          {!hydrated && <button type="submit" disabled hidden />}
          {children}
        </form>
        {below}
      </div>
      <div className="first-foot" ref={foot}>
        {aside}
        <span className="sm soft grow" role="status">
          {status}
        </span>
        {back && (
          <Button variant="quiet" disabled={busy} onClick={back}>
            Back
          </Button>
        )}
        <SendButton
          className="first-go needs-script"
          form="first-step"
          disabled={held && !busy}
          busy={busy}
          busyLabel={busyLabel}
        >
          {label}
        </SendButton>
      </div>
    </>
  )
}

/** A phone's keyboard covers the bottom of the viewport: moves the buttons above it. */
function useAboveKeyboard(foot: { current: HTMLElement | null }) {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const stand = () => {
      // while pinch-zoomed the visual viewport is smaller too, but nothing covers it
      const covered = view.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop)
      foot.current?.style.setProperty('--keys', `${covered}px`)
    }
    stand()
    view.addEventListener('resize', stand)
    view.addEventListener('scroll', stand)
    return () => {
      view.removeEventListener('resize', stand)
      view.removeEventListener('scroll', stand)
    }
  }, [foot])
}
