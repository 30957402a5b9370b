/** An address that leads nowhere. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { LampArt } from '../ui/lamp.tsx'

export function NotFound() {
  // on the way to another page the address is that page's already, and this one is still drawn
  const path = useRouterState({ select: ({ status, location }) => (status === 'idle' ? location.pathname : null) })
  const told = useRef<string>(null)
  useEffect(() => {
    if (path === null || told.current === path) return
    told.current = path
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
