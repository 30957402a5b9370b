/** Redirects the address that cards of networks link to: each event has one address. */
import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/local/$eventId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/event/$eventId', params, replace: true })
  },
})
