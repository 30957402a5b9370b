/** Where the link of the verification mail leads. Opening it changes nothing. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { VerifyScreen } from '../account/account.tsx'

export const Route = createFileRoute('/verify')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  head: ({ match }) => ({
    meta: [
      { title: `Verify your email - ${match.context.place?.brand.name}` },
      { name: 'robots', content: 'noindex' },
      // the address holds a token
      { name: 'referrer', content: 'no-referrer' },
    ],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: Page,
})

function Page() {
  return <VerifyScreen token={Route.useSearch().token ?? null} />
}
