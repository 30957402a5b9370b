/** An address that leads nowhere. */
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { LampArt } from '../ui/lamp.tsx'

export function NotFound() {
  const path = useLocation({ select: (location) => location.pathname })
  useEffect(() => console.error(`404: there is no page at ${path}`), [path])
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
