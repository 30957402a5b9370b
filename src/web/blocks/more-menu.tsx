/** What one can do about another member or what he wrote. Fetched with the first press on the dots, and opens with it. */
import { type ReactElement, useState } from 'react'
import type { Author } from '#contract/members.ts'
import { Menu } from '../ui/menu.tsx'
import { BlockDialog, BlockItem } from './block.tsx'

interface MoreMenuProps {
  member: Author
  trigger: ReactElement
}

export function MoreMenu({ member, trigger }: MoreMenuProps) {
  const [blocking, setBlocking] = useState(false)
  return (
    <>
      <Menu trigger={trigger} opened>
        <BlockItem member={member} onSelect={() => setBlocking(true)} />
      </Menu>
      <BlockDialog member={member} open={blocking} onClose={() => setBlocking(false)} />
    </>
  )
}
