import { RotateCw } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { LampArt } from './lamp-art.tsx'

type FailedProps = {
  /** What happened. */
  title: ReactNode
  /** What is safe, and what to do. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Instead of "Try again", if trying again does not help. */
  action?: ReactNode
  level?: 'h1' | 'h2' | 'h3'
}

/** Content that did not load. It is announced, because it appears in place of awaited content. */
export function Failed({ title, children, onRetry, retrying, action, level: Title = 'h2' }: FailedProps) {
  return (
    <div className="blank" role="alert">
      <LampArt state="off" />
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {(onRetry || action) && (
        <div className="btn-row">
          {onRetry && (
            <Button variant="quiet" icon={RotateCw} busy={retrying} busyLabel="Trying..." onClick={onRetry}>
              Try again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
