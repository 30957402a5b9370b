/** Three dots about what another has written. So small, because it stands on the pages that come first; the menu is fetched with the first press. */
import { useLate } from '../kernel/late.ts'
import { useViewer } from '../kernel/viewer.ts'
import type { About } from './menu.tsx'

const fetchMenu = () => import('./menu.tsx')

interface MoreProps extends About {
  className?: string
  /** "More" in place of the dots, where it stands among words */
  asWord?: boolean
}

/** Nothing on one's own. Visitors have it, too: they are led to the door and back. */
export function MoreOn({ className = '', asWord, ...props }: MoreProps) {
  const viewer = useViewer()
  const { piece, ask } = useLate(fetchMenu)
  const { author, about } = props
  if (author && author.id === viewer?.id) return null
  const button = (
    <button
      type="button"
      className={`${asWord ? 'act' : 'iconbtn'} needs-script ${className}`}
      onClick={piece ? undefined : () => void ask()}
    >
      {asWord ? 'More' : <span aria-hidden="true">⋯</span>}
      <span className="sr">
        {asWord ? '' : 'More'} about {about}
      </span>
    </button>
  )
  return piece ? <piece.MoreMenu {...props} trigger={button} /> : button
}
