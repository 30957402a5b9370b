import { type ComponentProps, type ReactNode, useId } from 'react'

type PanelProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  /** One small control at the end of the title's line. */
  action?: ReactNode
}

/** A separate thing with a name: a pod, a side panel. Lists are SheetLists. */
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

/** One ruled sheet in place of many cards: edge to edge on a phone, framed at a desk. Children are `<li>`. */
export function SheetList({ label, className, ...rest }: SheetListProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list; the role gives them back
    <ul {...rest} role="list" aria-label={label} className={className ? `sheet rule ${className}` : 'sheet rule'} />
  )
}
