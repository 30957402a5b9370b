/** The target of the link in the verification mail. Opening the page changes nothing. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { VerifyScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/verify')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  head: ({ match }) => {
    const { meta } = headOf(match.context.place, { title: 'Verify your email', hidden: true })
    // the address contains a token
    return {
      meta: [...meta, { name: 'referrer', content: 'no-referrer' }],
      links: [{ rel: 'stylesheet', href: styles }],
    }
  },
  component: Page,
})

function Page() {
  return <VerifyScreen token={Route.useSearch().token ?? null} />
}
