/** Blocks on the screen: the menu about another member, what stands in his place, and the list in the settings. */
import { type ComponentProps, useEffect } from 'react'
import type { Author } from '#contract/members.ts'
import { useLate } from '../kernel/late.ts'
import { useViewer } from '../kernel/viewer.ts'

export { BlockedMember, BlockedMembers } from './blocked.tsx'

const fetchMenu = () => import('./more-menu.tsx')

interface MoreAboutProps {
  member: Author | null
  /** what the menu is about: "the message by ravi" */
  about: string
  className?: string
  /** "More" in place of the dots, where it stands among words */
  asWord?: boolean
  /** this was itself fetched by the press that asked for the menu */
  opened?: boolean
}

/** For members, about others. The menu itself is fetched with the first press, and opens with it. */
export function MoreAbout({ member, about, className = '', asWord = false, opened = false }: MoreAboutProps) {
  const viewer = useViewer()
  const { piece, ask, waiting } = useLate(fetchMenu)
  useEffect(() => {
    if (opened) void ask()
  }, [opened, ask])
  if (!viewer || !member || member.id === viewer.id) return null
  const look = { about, asWord, className: `${className} needs-script` }
  if (piece) return <piece.MoreMenu member={member} trigger={<Dots {...look} />} />
  return (
    <Dots
      {...look}
      aria-haspopup="menu"
      aria-busy={waiting || undefined}
      // in the place of the one that was pressed
      ref={opened ? takeFocus : undefined}
      onClick={() => void ask()}
      onPointerEnter={() => void fetchMenu().catch(() => {})}
    />
  )
}

const takeFocus = (button: HTMLElement | null) => button?.focus({ preventScroll: true })

type DotsProps = ComponentProps<'button'> & { about: string; asWord: boolean }

function Dots({ about, asWord, className, ...rest }: DotsProps) {
  return (
    <button {...rest} type="button" className={`${asWord ? 'act' : 'iconbtn'} ${className}`}>
      {asWord ? 'More' : <span aria-hidden="true">⋯</span>}
      <span className="sr">
        {asWord ? '' : 'More'} about {about}
      </span>
    </button>
  )
}
