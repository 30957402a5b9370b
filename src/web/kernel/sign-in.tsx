/** Links to sign in, and back to where the visitor was. */
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useViewer } from './viewer.ts'

/** Returns the address of the sign-in page, for code without a router; after signing in the member returns to `next`. */
export const signInPath = (next: string) => `/auth?next=${encodeURIComponent(next)}`

/** Shows a toast that the caller is not signed in, with a link to sign in and return. */
export function askToSignIn(
  sentence: string,
  next = window.location.pathname + window.location.search,
  onGo?: () => void,
) {
  toast.plain(
    <>
      {sentence}
      <p>
        {/* dragging the link would interfere with swiping the toast away */}
        <a className={buttonClass({ variant: 'quiet' })} href={signInPath(next)} draggable={false} onClick={onGo}>
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

/** A link to the sign-in page that returns to this page. */
export function SignInLink({ up, className, onGo, children }: SignInLinkProps) {
  const here = useLocation({ select: (location) => location.href })
  // This tab believes that the member is signed in, but the server disagrees: the session ended elsewhere. Then the
  // sign-in page must be loaded as a new document, because the router would redirect a signed-in member away from it.
  const stale = useViewer() !== null
  if (stale) {
    return (
      <a className={className} href={signInPath(here)} onClick={onGo}>
        {children}
      </a>
    )
  }
  // the start page is where signing in leads anyway
  const next = here === '/' ? {} : { next: here }
  return (
    <Link className={className} to="/auth" search={up ? { mode: 'sign-up', ...next } : next}>
      {children}
    </Link>
  )
}
