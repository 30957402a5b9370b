/** Three dots about what another has written. So small, because it stands on the pages that come first; the menu is fetched with the first press. */
import { Ellipsis } from 'lucide'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { About } from './menu.tsx'

const fetchMenu = () => import('./menu.tsx')

/** Nothing on one's own. Visitors have it, too: they are led to the door and back. */
export function MoreOn(props: About) {
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
