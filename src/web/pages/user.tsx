import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/user/$username')({ component: Page })

function Page() {
  return <h1>Member</h1>
}
