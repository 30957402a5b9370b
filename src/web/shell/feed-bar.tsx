/** The feed's own bar on a phone, where the header is hidden: the way to oneself, the brand, tags, search; for visitors the door. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
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
  const away = useGoesAway()
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

/** True while one scrolls down, past the bar itself; false as soon as one scrolls up (FEEDM-02). */
function useGoesAway() {
  const [away, setAway] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const look = () => {
      const now = window.scrollY
      if (now > 120 && Math.abs(now - before) < 8) return
      setAway(now > before && now > 120)
      before = now
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return away
}
