/** Pods: not yet open. */
import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'
import { Soon } from './soon.tsx'

export const Route = createFileRoute('/pods')({
  head: ({ match }) => headOf(match.context.place, { title: 'Pods', canonical: '/pods' }),
  component: Page,
})

function Page() {
  return (
    <Soon
      title="Pods"
      sub="Small accountability groups for focused discussions"
      visitor={{
        title: 'Sign in to access pods',
        text: 'Join accountability groups for focused discussions',
      }}
      plans={[
        'Two to twelve men who check in, weekly or as they agree.',
        'A private conversation that nobody else can read.',
        'Goals that somebody asks about.',
      ]}
    />
  )
}
