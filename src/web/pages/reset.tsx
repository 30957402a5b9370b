/** /reset: the page of the link in the mail for a forgotten password. The member chooses a new one. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ResetScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/reset')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  head: ({ match }) => {
    const { meta } = headOf(match.context.place, { title: 'Choose a new password', hidden: true })
    // the address contains a token
    return {
      meta: [...meta, { name: 'referrer', content: 'no-referrer' }],
      links: [{ rel: 'stylesheet', href: styles }],
    }
  },
  component: Page,
})

function Page() {
  return <ResetScreen token={Route.useSearch().token ?? null} />
}
