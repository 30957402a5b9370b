import { type ComponentProps, type ReactNode, useId } from 'react'

type PanelProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** One small control at the end of the title's line. */
  action?: ReactNode
}

/** A separate item with a title: a pod, a side panel. Lists use SheetList. */
export function Panel({ title, action, children, className, ...rest }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={title ? id : undefined} {...rest} className={className ? `panel ${className}` : 'panel'}>
      {(title || action) && (
        <header className="panel-h">
          {title && <h2 id={id}>{title}</h2>}
          {action}
        </header>
      )}
      {children}
    </section>
  )
}

type SheetListProps = ComponentProps<'ul'> & { label?: string }

/**
 * A list on one ruled sheet instead of many cards: full width on a phone, framed in the desktop layout. Children are
 * `<li>`.
 */
export function SheetList({ label, className, ...rest }: SheetListProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list; the role restores them
    <ul {...rest} role="list" aria-label={label} className={className ? `sheet rule ${className}` : 'sheet rule'} />
  )
}
