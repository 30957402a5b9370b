/** Redirects the second address of the sign-in page: it has one address. */
import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: typeof search.next === 'string' ? search.next : undefined,
  }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth', search, replace: true })
  },
})
