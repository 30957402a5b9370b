/** Signing in and signing up; `?mode=sign-up` opens the second, `?next=` says where to go afterwards. */
import { createFileRoute, redirect } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ownPath } from '../account/account.ts'
import { AuthScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

interface Search {
  mode?: 'sign-up'
  next?: string
  note?: 'password-changed'
}

export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(search.mode === 'sign-up' ? { mode: search.mode } : {}),
    ...(typeof search.next === 'string' ? { next: search.next } : {}),
    ...(search.note === 'password-changed' ? { note: search.note } : {}),
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
