import type { IconNode } from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconNode
  /** What the button does; the icon itself has no name. */
  label: string
  size?: 's' | 'm' | 'l'
  flip?: boolean
}

export function IconButton({ icon, label, size, flip, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={className ? `iconbtn ${className}` : 'iconbtn'} aria-label={label}>
      <Icon of={icon} size={size} flip={flip} />
    </button>
  )
}
