import { type ReactNode, useEffect, useId, useRef } from 'react'
import { LampArt, type LampState } from './lamp-art.tsx'

type EmptyProps = {
  title: ReactNode
  /** What the page or list is for. */
  children?: ReactNode
  /** The next step: a Button, or a link with `buttonClass()`. */
  action?: ReactNode
  art?: LampState | 'none'
  level?: 'h1' | 'h2' | 'h3'
  /**
   * it has replaced content that the member was reading: its title takes the focus, so that a screen reader announces the
   * change
   */
  follows?: boolean
}

/** A page or list without content yet, with a picture. */
export function Empty({ title, children, action, art = 'on', level: Title = 'h2', follows = false }: EmptyProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const words = useId()
  useEffect(() => {
    if (follows) heading.current?.focus()
  }, [follows])
  return (
    <div className="blank">
      {art !== 'none' && <LampArt state={art} />}
      {follows ? (
        <Title ref={heading} tabIndex={-1} aria-describedby={words}>
          {title}
        </Title>
      ) : (
        <Title>{title}</Title>
      )}
      {children && <p id={follows ? words : undefined}>{children}</p>}
      {action && <div className="btn-row">{action}</div>}
    </div>
  )
}
