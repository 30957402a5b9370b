/** The feed's own bar on a phone, where the header is hidden: the way to oneself, the brand; for visitors the door. */
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { AuthorAvatar } from '../members/members.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Beta, Brand } from './brand.tsx'

export function FeedBar() {
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
            {/* as wide as the avatar, so that the brand stands in the middle */}
            <span className="iconbtn-wide" />
          </>
        ) : (
          <>
            <Brand />
            <Beta />
            <span className="grow" />
            <SignInLink className={buttonClass()}>Sign In</SignInLink>
          </>
        )}
      </div>
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
      if (Math.abs(now - before) < 8) return
      setAway(now > before && now > 120)
      before = now
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return away
}
