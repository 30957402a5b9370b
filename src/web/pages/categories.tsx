import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/categories')({ component: Page })

function Page() {
  return <h1>Feed</h1>
}
