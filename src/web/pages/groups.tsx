/** The networks. */
import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'
import { GroupsPage } from './groups-page.tsx'

export const Route = createFileRoute('/groups')({
  head: ({ match }) => headOf(match.context.place, { title: 'Networks', canonical: '/groups' }),
  component: GroupsPage,
})
