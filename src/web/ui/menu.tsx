import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type MenuProps = {
  /** A Button or IconButton; it gets the menu's name and state. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

/** A menu of actions. Not modal: the page behind may still be scrolled. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={4} collisionPadding={8} loop>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type MenuItemProps = {
  children: ReactNode
  icon?: LucideIcon
  tone?: 'bad'
  disabled?: boolean
  onSelect: () => void
}

export function MenuItem({ children, icon, tone, disabled, onSelect }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={tone ? `menu-item ${tone}` : 'menu-item'}
      disabled={disabled}
      onSelect={() => onSelect()}
    >
      {icon && <Icon of={icon} />}
      <span className="grow">{children}</span>
    </DropdownMenu.Item>
  )
}

/** A link in a menu: `<MenuLink><Link to="/profile">Profile</Link></MenuLink>`. */
export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <DropdownMenu.Item className="menu-item" asChild>
      {children}
    </DropdownMenu.Item>
  )
}

export function MenuRule() {
  return <DropdownMenu.Separator className="menu-rule" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="menu-label">{children}</DropdownMenu.Label>
}
