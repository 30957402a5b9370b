/** The way to the door and back to what one was about to do. */
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useViewer } from './viewer.ts'

/** The address of the door, where no router is at hand; after signing in the member comes back to `next`. */
export const doorTo = (next: string) => `/auth?next=${encodeURIComponent(next)}`

/** He is not signed in, or no longer: says so, and leads him to the door and back. */
export function askToSignIn(
  sentence: string,
  next = window.location.pathname + window.location.search,
  onGo?: () => void,
) {
  toast.plain(
    <>
      {sentence}
      <p>
        {/* a link that is dragged would hold the news that is swiped away by it */}
        <a className={buttonClass({ variant: 'quiet' })} href={doorTo(next)} draggable={false} onClick={onGo}>
          Sign In
        </a>
      </p>
    </>,
    { patient: true },
  )
}

interface SignInLinkProps {
  up?: boolean
  className?: string
  onGo?: () => void
  children: ReactNode
}

/** A link to the door that comes back to this page. */
export function SignInLink({ up, className, onGo, children }: SignInLinkProps) {
  const here = useLocation({ select: (location) => location.href })
  // Still a member as far as this tab knows, but the server says otherwise: the session ended elsewhere. The door must
  // be a fresh page then, or it would take him for signed in and turn him away.
  const stale = useViewer() !== null
  if (stale) {
    return (
      <a className={className} href={doorTo(here)} onClick={onGo}>
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
