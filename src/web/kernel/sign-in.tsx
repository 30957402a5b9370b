/** The way to the door and back to what one was about to do. */
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The address of the door, where no router is at hand; after signing in the member comes back to `next`. */
export const doorTo = (next: string) => `/auth?next=${encodeURIComponent(next)}`

/** A link to the door that comes back to this page. */
export function SignInLink({ up, className, children }: { up?: boolean; className?: string; children: ReactNode }) {
  const here = useLocation({ select: (location) => location.href })
  // from the start page one arrives at the start anyway
  const next = here === '/' ? {} : { next: here }
  return (
    <Link className={className} to="/auth" search={up ? { mode: 'sign-up', ...next } : next}>
      {children}
    </Link>
  )
}
