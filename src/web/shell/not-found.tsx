/** The page for an unknown address. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { LampArt } from '../ui/lamp-art.tsx'

export function NotFound() {
  // during navigation the address is already that of the next page, while this one is still shown
  const path = useRouterState({ select: ({ status, location }) => (status === 'idle' ? location.pathname : null) })
  const reported = useRef<string>(null)
  useEffect(() => {
    if (path === null || reported.current === path) return
    reported.current = path
    console.error(`404: there is no page at ${path}`)
  }, [path])
  return (
    <div className="page">
      <div className="blank lost">
        <LampArt state="missing" />
        <h1>404</h1>
        <p className="lost-line">Oops! Page not found</p>
        <p>The hook is here, the tool is not. It was moved, or the address has a slip in it.</p>
        <div className="btn-row">
          <Link className={buttonClass()} to="/">
            Return to Home
          </Link>
        </div>
      </div>
    </div>
  )
}
