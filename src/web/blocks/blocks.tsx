/** Blocks on the screen: the menu about another member, what stands in his place, and the list in the settings. */
import { Ellipsis } from 'lucide'
import { useEffect } from 'react'
import type { Author } from '#contract/members.ts'
import { useLate } from '../kernel/late.ts'
import { useViewer } from '../kernel/viewer.ts'
import { IconButton } from '../ui/icon-button.tsx'

export { BlockDialog, BlockItem } from './block.tsx'
export { BlockedMember, BlockedMembers } from './blocked.tsx'

const fetchMenu = () => import('./more-menu.tsx')

interface MoreAboutProps {
  member: Author | null
  /** what the menu is about: "this message by ravi" */
  about: string
  className?: string
  /** this was itself fetched by the press that asked for the menu */
  opened?: boolean
}

/** Three dots, for members, about others. The menu itself is fetched with the first press, and opens with it. */
export function MoreAbout({ member, about, className, opened = false }: MoreAboutProps) {
  const viewer = useViewer()
  const { piece, ask, waiting } = useLate(fetchMenu)
  useEffect(() => {
    if (opened) void ask()
  }, [opened, ask])
  if (!viewer || !member || member.id === viewer.id) return null
  const button = { icon: Ellipsis, size: 's', label: `More about ${about}` } as const
  if (piece)
    return (
      <piece.MoreMenu
        member={member}
        trigger={<IconButton {...button} className={className ? `${className} needs-script` : 'needs-script'} />}
      />
    )
  return (
    <IconButton
      {...button}
      className={className ? `${className} needs-script` : 'needs-script'}
      aria-haspopup="menu"
      aria-busy={waiting || undefined}
      onClick={() => void ask()}
      onPointerEnter={() => void fetchMenu().catch(() => {})}
    />
  )
}
