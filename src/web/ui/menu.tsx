import type { IconNode } from 'lucide'
import { DropdownMenu } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

type MenuProps = {
  /** A Button or IconButton; it gets the menu's name and state. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  /** opens immediately, because its chunk was loaded by the press that should open it */
  opened?: boolean
}

type Chosen = { current: (() => void) | null }
const ChosenContext = createContext<Chosen>({ current: null })

/** A menu of actions. Not modal: the page behind it can still be scrolled. */
export function Menu({ trigger, children, align = 'end', opened = false }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const change = (open: boolean) => {
    // Rendered inside the landmark of its button, so that it is found by landmark navigation and stays inside a dialog.
    if (open) setLandmark(button.current?.closest<HTMLElement>(LANDMARKS) ?? null)
    setOpen(open)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when its button is rendered
  useEffect(() => {
    if (opened) change(true)
  }, [])
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={change}>
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
          // The action runs after the focus is back on the button, so that a dialog that it opens can return the focus
          // there.
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
