/** Three dots about what another has written. So small, because it stands on the pages that come first; the menu is fetched with the first press. */
import { useLate } from '../kernel/late.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import type { About } from './menu.tsx'

const fetchMenu = () => import('./menu.tsx')

/** Nothing on one's own. Visitors have it, too: they are led to the door and back. */
export function MoreOn(props: About) {
  const viewer = useViewer()
  const { piece, ask } = useLate(fetchMenu)
  const { of, kind, about } = props
  if (of.author && of.author.id === viewer?.id) return null
  const button = (
    <button
      type="button"
      className="iconbtn needs-script"
      aria-label={`More about ${about ?? `the ${kind} by ${nameOf(of.author)}`}`}
      onClick={piece ? undefined : ask}
    >
      …
    </button>
  )
  return piece ? <piece.MoreMenu {...props} trigger={button} /> : button
}
