/** The way to the door and back to what one was about to do. */
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The address of the door; after signing in the member comes back to `next`. */
export const doorTo = (next: string, up?: boolean) => {
  const query = new URLSearchParams(up ? { mode: 'sign-up' } : {})
  if (next !== '/') query.set('next', next)
  return query.size > 0 ? `/auth?${query}` : '/auth'
}

/** A link to the door that comes back to this page. */
export function SignInLink({ up, className, children }: { up?: boolean; className?: string; children: ReactNode }) {
  const next = useLocation({ select: (location) => location.href })
  return (
    <a className={className} href={doorTo(next, up)}>
      {children}
    </a>
  )
}
