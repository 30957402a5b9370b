import type { IconNode } from 'lucide'
import { DropdownMenu } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, useContext, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

type MenuProps = {
  /** A Button or IconButton; it gets the menu's name and state. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

type Chosen = { current: (() => void) | null }
const ChosenContext = createContext<Chosen>({ current: null })

/** A menu of actions. Not modal: the page behind may still be scrolled. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <DropdownMenu.Root
      modal={false}
      // Drawn inside the landmark of its button: whoever moves by landmarks finds it, and a dialog keeps it.
      onOpenChange={(open) => open && setLandmark(button.current?.closest<HTMLElement>(LANDMARKS) ?? null)}
    >
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          // The choice acts after the focus is back on the button, so that a dialog it opens can return it there.
          onCloseAutoFocus={() => {
            const act = chosen.current
            chosen.current = null
            if (act) queueMicrotask(act)
          }}
        >
          <ChosenContext value={chosen}>{children}</ChosenContext>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const LANDMARKS = '[role="dialog"], [role="alertdialog"], main, header, nav, aside'

type MenuItemProps = {
  children: ReactNode
  icon?: IconNode
  tone?: 'bad'
  disabled?: boolean
  onSelect: () => void
}

export function MenuItem({ children, icon, tone, disabled, onSelect }: MenuItemProps) {
  const chosen = useContext(ChosenContext)
  return (
    <DropdownMenu.Item
      className={tone ? `menu-item ${tone}` : 'menu-item'}
      disabled={disabled}
      onSelect={() => {
        chosen.current = onSelect
      }}
    >
      {icon && <Icon of={icon} />}
      <span className="grow">{children}</span>
    </DropdownMenu.Item>
  )
}

export function MenuRule() {
  return <DropdownMenu.Separator className="menu-rule" />
}
