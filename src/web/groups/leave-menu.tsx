/** The menu beside a network's name on a phone. It is loaded on demand with the first press, and then opens. */
import { LogOut } from 'lucide'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from '../ui/menu.tsx'

export function LeaveMenu({ trigger, onLeave }: { trigger: ReactElement; onLeave: () => void }) {
  return (
    <Menu trigger={trigger} opened>
      <MenuItem icon={LogOut} onSelect={onLeave}>
        Leave
      </MenuItem>
    </Menu>
  )
}
