/** A draft of this device beside a newer answer: he decides which of the two it is to be. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface BesideProps {
  /** what it is about: "Display name" */
  what: string
  /** "wrote" or "chose" */
  did?: string
  /** what he had typed; null: he had left it empty */
  children: ReactNode | null
  /** where the focus goes: the buttons go with the offer */
  focus: string
  disabled?: boolean
  onUse: () => void
  onDiscard: () => void
}

export function Beside({ what, did = 'wrote', children, focus, disabled, onUse, onDiscard }: BesideProps) {
  const then = (act: () => void) => () => {
    act()
    document.getElementById(focus)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: one offer among the fields of a form
    <div className="note beside" role="group" aria-label={`On this device: ${what}`}>
      <div className="grow">
        <span className="strong">
          {children === null ? 'You also left this empty on this device' : `You also ${did} this on this device`}
        </span>
        {children !== null && <p dir="auto">{children}</p>}
        <div className="btn-row">
          <Button variant="quiet" disabled={disabled} onClick={then(onUse)}>
            Use it<span className="sr"> for {what}</span>
          </Button>
          <Button variant="bare" disabled={disabled} onClick={then(onDiscard)}>
            Discard<span className="sr"> for {what}</span>
          </Button>
        </div>
      </div>
    </div>
  )
}
