/** The other name of the sign-in page. */
import { createFileRoute, redirect } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ownPath } from '../account/account.ts'
import { AuthScreen } from '../account/account.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  beforeLoad: ({ context, search }) => {
    if (context.viewer) throw redirect({ href: ownPath(search.next) ?? '/', replace: true })
  },
  head: ({ match }) => ({
    meta: [{ title: `Sign In - ${match.context.place?.brand.name}` }],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'canonical', href: `${match.context.place?.publicUrl}/auth` },
    ],
  }),
  component: Page,
})

function Page() {
  return <AuthScreen mode="sign-in" next={ownPath(Route.useSearch().next)} />
}
