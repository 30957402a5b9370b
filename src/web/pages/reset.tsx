/** Where the link of the mail for a forgotten password leads. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ResetScreen } from '../account/account.tsx'

export const Route = createFileRoute('/reset')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  head: ({ match }) => ({
    meta: [
      { title: `Choose a new password - ${match.context.place?.brand.name}` },
      { name: 'robots', content: 'noindex' },
      // the address holds a token
      { name: 'referrer', content: 'no-referrer' },
    ],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: Page,
})

function Page() {
  return <ResetScreen token={Route.useSearch().token ?? null} />
}
