/** The menu beside the name of a network on a phone. Fetched with the first press, and opens with it. */
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
