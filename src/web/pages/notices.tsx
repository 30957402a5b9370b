/** The target of the link at the end of a mail: the member wants no more of them. Opening the page changes nothing. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { StopNoticesScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/notices')({
  validateSearch: (search: Record<string, unknown>): { key?: string } =>
    typeof search.key === 'string' ? { key: search.key } : {},
  head: ({ match }) => {
    const { meta } = headOf(match.context.place, { title: 'Stop mails', hidden: true })
    // the address contains a key
    return {
      meta: [...meta, { name: 'referrer', content: 'no-referrer' }],
      links: [{ rel: 'stylesheet', href: styles }],
    }
  },
  component: Page,
})

function Page() {
  return <StopNoticesScreen keyOf={Route.useSearch().key ?? null} />
}
