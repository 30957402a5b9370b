import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/feed')({ component: Page })

function Page() {
  return <h1>Feed</h1>
}
