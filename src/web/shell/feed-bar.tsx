/**
 * The feed's own bar on a phone, where the header is hidden: profile, brand, tags and search; for visitors the link to
 * sign in.
 */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHideOnScroll } from '../kernel/hide-on-scroll.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { AuthorAvatar } from '../members/members.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Beta, Brand } from './brand.tsx'

interface FeedBarProps {
  tags: ReactNode
  search: ReactNode
}

export function FeedBar({ tags, search }: FeedBarProps) {
  const viewer = useViewer()
  const away = useHideOnScroll()
  return (
    <header className={away ? 'top feed-bar away hide-desk' : 'top feed-bar hide-desk'}>
      <div className="top-in">
        {viewer ? (
          <>
            <Link className="iconbtn" to="/profile" aria-label="Profile">
              <AuthorAvatar author={viewer} size="s" />
            </Link>
            <Brand className="mid grow" />
            {tags}
          </>
        ) : (
          <>
            <Brand />
            <Beta />
            <span className="grow" />
            {tags}
            <SignInLink className={buttonClass()}>Sign In</SignInLink>
          </>
        )}
      </div>
      <div className="top-search">{search}</div>
    </header>
  )
}
