/** Local: not yet open. */
import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'
import { Soon } from './soon.tsx'

export const Route = createFileRoute('/local')({
  head: ({ match }) => headOf(match.context.place, { title: 'Local', canonical: '/local' }),
  component: Page,
})

function Page() {
  return (
    <Soon
      title="Local"
      sub="Events and dads within a few miles"
      visitor={{
        title: 'Sign in to see what is near you',
        text: 'Events, support groups and dads within a few miles. Where you are is only ever told roughly, and only if you say so.',
      }}
      plans={[
        'Events near you, by day.',
        'Dads nearby who want to be found, within about a mile and never closer.',
        'Off until you switch it on.',
      ]}
    />
  )
}
