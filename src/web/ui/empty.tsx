import type { ReactNode } from 'react'
import { LampArt, type LampState } from './lamp.tsx'

type EmptyProps = {
  title: ReactNode
  /** What this place is for. */
  children?: ReactNode
  /** The one next step: a Button, or a link with `buttonClass()`. */
  action?: ReactNode
  art?: LampState | 'none'
  level?: 'h1' | 'h2' | 'h3'
}

/** A place with nothing in it yet: the lamp is on. */
export function Empty({ title, children, action, art = 'on', level: Title = 'h2' }: EmptyProps) {
  return (
    <div className="blank">
      {art !== 'none' && <LampArt state={art} />}
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className="btn-row">{action}</div>}
    </div>
  )
}
