/** Every component in every state, for developers. Outside development the page does not exist. */
import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/styleguide')({
  beforeLoad: ({ context }) => {
    if (!context.place.dev) throw notFound()
  },
  head: ({ match }) =>
    headOf(match.context.place, { title: match.context.place?.dev ? 'Style guide' : 'Page not found', hidden: true }),
  component: lazyRouteComponent(() => import('./styleguide.tsx'), 'Styleguide'),
})
