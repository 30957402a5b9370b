/** The target of the link at the end of a mail: the member wants no more of them. Opening the page changes nothing. */
import { createFileRoute } from '@tanstack/react-router'
import { STOPPABLE_MAILS, type StoppableMail } from '#contract/round-words.ts'
import styles from '../account/account.css?url'
import { StopNoticesScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/notices')({
  validateSearch: (search: Record<string, unknown>): NoticesSearch => {
    const { key, pod, kind } = search
    const about = STOPPABLE_MAILS.find((one) => one === kind)
    return {
      ...(typeof key === 'string' && { key }),
      // a link to one kind of mails from one pod
      ...(typeof pod === 'string' && about && { pod, kind: about }),
    }
  },
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

interface NoticesSearch {
  key?: string
  pod?: string
  kind?: StoppableMail
}

function Page() {
  const { key, pod, kind } = Route.useSearch()
  return <StopNoticesScreen keyOf={key ?? null} only={pod && kind ? { pod_id: pod, kind } : null} />
}
