import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/groups')({ component: Page })

function Page() {
  return <h1>Networks</h1>
}
