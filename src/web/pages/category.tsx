import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/category/$categoryName')({ component: Page })

function Page() {
  return <h1>Category</h1>
}
