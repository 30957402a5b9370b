/** An event under the address that the cards of networks lead to (AMB-01): one screen, one address. */
import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/local/$eventId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/event/$eventId', params, replace: true })
  },
})
