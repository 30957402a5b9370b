/** All networks, for members; a visitor is sent to the door (NETL-15). */
import { createFileRoute, redirect } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'
import { GroupsPage } from './groups-page.tsx'

export const Route = createFileRoute('/groups/all')({
  beforeLoad: ({ context, location }) => {
    if (!context.viewer) throw redirect({ to: '/auth', search: { next: location.pathname } })
  },
  head: ({ match }) => headOf(match.context.place, { title: 'All networks', canonical: '/groups/all' }),
  component: GroupsPage,
})
