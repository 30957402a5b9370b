/**
 * The three dots beside another member's content. This file is small because it is in the first load; the menu is loaded
 * on demand.
 */
import { Ellipsis } from 'lucide'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { MoreActionsProps } from './menu.tsx'

const fetchMenu = () => import('./menu.tsx')

/** Renders nothing on the viewer's own content. Visitors see it too: they are sent to sign in, and then back. */
export function MoreActions(props: MoreActionsProps) {
  const viewer = useViewer()
  const { piece, ask } = useLazyPart(fetchMenu)
  const { of, kind, about } = props
  if (of.author && of.author.id === viewer?.id) return null
  const button = (
    <IconButton
      className="needs-script"
      icon={Ellipsis}
      size="s"
      label={`More about ${about ?? `the ${kind} by ${nameOf(of.author)}`}`}
      onClick={piece ? undefined : ask}
    />
  )
  return piece ? <piece.MoreMenu {...props} trigger={button} /> : button
}
