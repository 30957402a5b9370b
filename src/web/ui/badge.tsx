import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { REMOVED } from '#contract/words.ts'
import { Icon } from './icon.tsx'

/** fact: outlined · standing: green · lamp: yours, or not yet · bad: cancelled · question: the highlighted letter */
export type StampVariant = 'fact' | 'standing' | 'lamp' | 'bad' | 'question'

type StampProps = {
  children: ReactNode
  variant?: StampVariant
  icon?: IconNode
  /** Read out instead of the text, if the text is only a letter ("Q" for "Question"). */
  label?: string
}

const variants = { fact: 'stamp', standing: 'stamp go', lamp: 'stamp lampy', bad: 'stamp bad', question: 'stamp q' }

/** A small printed label. It has no edge, because it cannot be pressed. */
export function Stamp({ children, variant = 'fact', icon, label }: StampProps) {
  return (
    <span className={variants[variant]} title={label}>
      {icon && <Icon of={icon} />}
      {label ? <span aria-hidden="true">{children}</span> : children}
      {label && <span className="sr">{label}</span>}
    </span>
  )
}

/** In place of content that the administrators removed. Its author sees the reason. */
export const RemovedNote = ({ reason }: { reason: string | null }) => (
  <p className={reason ? 'note bad' : 'soft ui flush'} dir="auto">
    {REMOVED}
    {reason && `: ${reason}`}
  </p>
)
