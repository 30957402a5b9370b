/** Offers a draft of this device beside a newer answer; the member decides which one to keep. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface BesideProps {
  /** the field or step, for example "Display name" */
  what: string
  /** "wrote" or "chose" */
  did?: string
  /** what the member had typed; null: he had left it empty */
  children: ReactNode | null
  /** the id of the element that gets the focus, because the buttons disappear with the offer */
  focus: string
  disabled?: boolean
  onUse: () => void
  onDiscard: () => void
}

export function DraftOffer({ what, did = 'wrote', children, focus, disabled, onUse, onDiscard }: BesideProps) {
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
