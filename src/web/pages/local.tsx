import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/local')({ component: Page })

function Page() {
  return <h1>Local</h1>
}
