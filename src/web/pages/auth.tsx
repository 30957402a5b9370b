/** Signing in and signing up. `?mode=sign-up` opens the second; `?next=` is the page to open afterwards. */
import { createFileRoute, redirect } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ownPath } from '../account/account.ts'
import { AuthScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

interface Search {
  mode?: 'sign-up' | undefined
  next?: string | undefined
  note?: 'password-changed' | undefined
}

export const Route = createFileRoute('/auth')({
  // each key is always present, because the router would restore the original value of a missing key
  validateSearch: (search: Record<string, unknown>): Search => ({
    mode: search.mode === 'sign-up' ? search.mode : undefined,
    next: typeof search.next === 'string' ? search.next : undefined,
    note: search.note === 'password-changed' ? search.note : undefined,
  }),
  beforeLoad: ({ context, search }) => {
    if (context.viewer) throw redirect({ href: ownPath(search.next) ?? '/', replace: true })
  },
  head: ({ match }) => {
    const about = headOf(match.context.place, {
      title: match.search.mode === 'sign-up' ? 'Sign Up' : 'Sign In',
      canonical: '/auth',
    })
    return { ...about, links: [...about.links, { rel: 'stylesheet', href: styles }] }
  },
  component: Page,
})

function Page() {
  const { mode = 'sign-in', next, note } = Route.useSearch()
  return <AuthScreen mode={mode} next={ownPath(next)} changed={note === 'password-changed'} />
}
