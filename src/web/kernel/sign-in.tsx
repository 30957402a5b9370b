/** The way to the door and back to what one was about to do. */
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useViewer } from './viewer.ts'

/** The address of the door, where no router is at hand; after signing in the member comes back to `next`. */
export const doorTo = (next: string) => `/auth?next=${encodeURIComponent(next)}`

/** A link to the door that comes back to this page. */
export function SignInLink({ up, className, children }: { up?: boolean; className?: string; children: ReactNode }) {
  const here = useLocation({ select: (location) => location.href })
  // Still a member as far as this tab knows, but the server says otherwise: the session ended elsewhere. The door must
  // be a fresh page then, or it would take him for signed in and turn him away.
  const stale = useViewer() !== null
  if (stale) {
    return (
      <a className={className} href={doorTo(here)}>
        {children}
      </a>
    )
  }
  // from the start page one arrives at the start anyway
  const next = here === '/' ? {} : { next: here }
  return (
    <Link className={className} to="/auth" search={up ? { mode: 'sign-up', ...next } : next}>
      {children}
    </Link>
  )
}
