import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/post/$postId')({ component: Page })

function Page() {
  return <h1>Post</h1>
}
