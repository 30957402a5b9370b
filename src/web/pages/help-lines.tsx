/** All help lines, by country. Anybody may read them, without an account and without JavaScript. */
import { createFileRoute } from '@tanstack/react-router'
import { AllHelpLines, helpLinesQuery } from '../care/care.ts'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/help-lines')({
  // the page says itself that the list did not load
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(helpLinesQuery()),
  head: ({ match }) =>
    headOf(match.context.place, {
      title: 'Help lines',
      description: 'Who listens, day and night: numbers to call and to write to, by country, for fathers too.',
      canonical: '/help-lines',
    }),
  component: AllHelpLines,
})
