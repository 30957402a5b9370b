/** The bar at the top: the five areas for members, the link to sign in for visitors. */
import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide'
import { useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import { CachedFragment } from '../kernel/cached-fragment.tsx'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Counter } from '../ui/counter.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { areaLinks, currentOf, type NewCounts } from './area-links.ts'
import { phoneHeader } from './areas.ts'
import { Beta, Brand } from './brand.tsx'
import { useShownPath } from './shown-path.ts'

export function Header({ viewer, news }: { viewer: Viewer | null; news: NewCounts }) {
  const path = useLocation({ select: (location) => location.pathname })
  const phone = phoneHeader(useShownPath(), viewer)
  return (
    <header className={{ shown: 'top', hidden: 'top hide-phone', centred: 'top centred' }[phone]}>
      <div className="top-in">
        <Brand />
        <Beta />
        {viewer ? <MemberBar viewer={viewer} path={path} news={news} /> : <VisitorBar />}
      </div>
    </header>
  )
}

const fetchMenu = () => import('./menu.tsx')

function MemberBar({ viewer, path, news }: { viewer: Viewer; path: string; news: NewCounts }) {
  const { piece, ask } = useLazyPart(fetchMenu)
  const [open, setOpen] = useState(false)
  return (
    <>
      <CachedFragment by={() => ['main navigation', news]}>
        <nav className="nav" aria-label="Main">
          {areaLinks.map(({ spot, to, label }) => (
            <Link key={spot} to={to} aria-current={currentOf(path, spot)}>
              {label}
              <Counter count={news[spot] ?? 0} />
            </Link>
          ))}
        </nav>
      </CachedFragment>
      <span className="grow hide-desk" />
      <IconButton
        className="hide-desk"
        icon={Menu}
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={async () => setOpen((await ask()) !== undefined)}
      />
      {piece && <piece.SideMenu viewer={viewer} news={news} open={open} onOpenChange={setOpen} />}
    </>
  )
}

function VisitorBar() {
  return (
    <nav className="account-bar" aria-label="Account">
      <SignInLink className={buttonClass({ variant: 'quiet' })}>Sign In</SignInLink>
      <SignInLink up className={buttonClass({}, 'hide-phone')}>
        Sign Up
      </SignInLink>
    </nav>
  )
}
