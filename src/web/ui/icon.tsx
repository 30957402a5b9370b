import type { LucideIcon } from 'lucide-react'

type IconProps = {
  /** A Lucide icon, imported by name where it is used: `import { Plus } from 'lucide-react'`. */
  of: LucideIcon
  size?: 's' | 'm' | 'l'
  /** Arrows and chevrons point the other way where text runs from right to left. */
  flip?: boolean
  className?: string
}

/** A decorative icon. The word or the control's label beside it carries the meaning. Size and stroke come from CSS. */
export function Icon({ of: Drawing, size = 'm', flip, className }: IconProps) {
  const classes = ['i', size !== 'm' && size, flip && 'flip', className].filter(Boolean).join(' ')
  return <Drawing className={classes} aria-hidden="true" />
}
