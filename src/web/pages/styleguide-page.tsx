import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/styleguide')({ component: Page })

function Page() {
  return <h1>Styleguide</h1>
}
