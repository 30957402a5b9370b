import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/pods')({ component: Page })

function Page() {
  return <h1>Pods</h1>
}
